/* pass.c – the end of a pass and of the context: what is drawn over all widgets, the focus settled, this pass's items kept for the
 * next one's hits. */
#include <stdlib.h>
#include <string.h>

#include "ui/ui_private.h"

void ui_drop(struct ui *ui)
{
    if (!ui)
        return;
    for (int i = 0; i < UI_MAX_STATES; i++)
        if (ui->state[i].id)
            ui_state_drop(&ui->state[i]);
    free(ui->now.item);
    free(ui->last.item);
    free(ui->popup.labels);
    free(ui->clipboard);
    browser_drop(ui->browser);
    free(ui);
}

static void draw_ring(struct ui *ui)
{
    if (!ui->ring || !ui->ring_seen || !ui->focus || ui->popup.owner || ui->ring_layer < ui->layer_count)
        return;
    struct rect clip = rect_inset(ui->ring_clip, -3),
                window = {1, 1, ui->width - 2, ui->height - 2};
    struct rect ring = rect_meet(rect_inset(ui->ring_area, -3), window);
    draw_clip(ui->list, clip);
    draw_round_frame(ui->list, ring, UI_RADIUS + 3, 2, ui->theme->focus);
    draw_clip_end(ui->list);
}

static void tell_text_input(struct ui *ui)
{
    bool on = ui->text_claim != 0;
    if (ui->platform.text_input && (on || ui->text_on || !ui->text_told))
        ui->platform.text_input(ui->platform.user, on, ui->text_caret);
    ui->text_on = on;
    ui->text_told = true;
    ui->text_id = ui->text_claim;
}

/* A plain printable key is followed by its own TEXT event; remember who had the focus when it was
 * pressed. */
static void remember_key(struct ui *ui)
{
    const struct ui_event *event = &ui->event;
    bool printable = event->kind == UI_KEY && !(event->mods & (UI_CTRL | UI_ALT)) &&
                     ((event->key > ' ' && event->key < 127) || event->key == UI_KEY_SPACE);
    if (printable)
        ui->key_last = event->key == UI_KEY_SPACE ? ' ' : event->key;
    else if (event->kind == UI_KEY || event->kind == UI_TEXT || event->kind == UI_DOWN)
        ui->key_last = 0;
}

void ui_end(struct ui *ui)
{
    while (ui->clips > 0)
        ui_pop_clip(ui);
    bool orphan = ui->popup.owner && !ui->popup.drawn; /* its drop-down was not drawn */
    if (orphan)
        ui->popup.owner = 0;
    ui->layer = ui->layer_count;
    ui->again = ui->event.kind != UI_NONE && !ui->taken && (ui->layer_count < ui->top || orphan);
    ui_focus_finish(ui);
    draw_ring(ui);
    ui_popup_finish(ui);
    ui_tip_finish(ui);
    tell_text_input(ui);
    remember_key(ui);
    struct ui_items items = ui->last;
    ui->last = ui->now;
    ui->now = items;
}

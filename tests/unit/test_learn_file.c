/* test_learn_file.c – a saved run opens bit-equal; a file that lies is refused by a message that says where; the moments of a run
 * as a source: which weights a number of heads means, what it can, what it is called. */
#include "check.h"
#include "base/safetensors.h"
#include "hs_learn.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define WEIGHTS ((size_t)4 * HS_D_MODEL * HS_D_MODEL)

static struct hs_preset *preset;
static const char *const saved = "learn_saved.safetensors", *const again = "learn_again.safetensors", *const bad = "learn_bad.safetensors";

static struct hs_learn *small_run(void)
{
    struct hs_learn_options options = hs_learn_usual();
    struct hs_learn *run = NULL;
    options.sentences = 192;
    options.held_out = 96;
    options.h[0] = 4;
    options.h[1] = 2;
    options.seed = 18446744073709551615u;
    options.hints = true;
    options.relation[HS_ANA] = false;
    options.relation[HS_AUX] = true;
    CHECK(hs_learn_open(preset, &options, &run, NULL) == HS_OK);
    CHECK(hs_learn_moments(run) == 0 && hs_learn_step(run, NULL) == HS_OK && hs_learn_moments(run) == 1);
    CHECK(hs_learn_step(run, NULL) == HS_OK); // and stopped half-way
    CHECK(!hs_learn_done(run));
    return run;
}

/* ------------------------------------------------------------------ saved and opened */
static void same_model(const struct hs_learn_model *a, const struct hs_learn_model *b)
{
    CHECK(a->h == b->h && a->train_loss == b->train_loss && a->loss == b->loss && a->loss > 0);
    CHECK(memcmp(a->right, b->right, sizeof a->right) == 0);
    for (size_t i = 0; i < a->h * HS_RELATION_COUNT; i++) {
        const struct hs_relation_score *x = &a->scores[i], *y = &b->scores[i];
        CHECK(x->eligible == y->eligible && x->hits == y->hits && x->mass == y->mass && x->baseline == y->baseline &&
              x->baseline_offset == y->baseline_offset);
    }
    for (size_t head = 0; head < a->h; head++) {
        CHECK(a->profiles[head].entropy_share == b->profiles[head].entropy_share && a->profiles[head].rows == b->profiles[head].rows &&
              a->profiles[head].rows > 400 && a->profiles[head].offset == b->profiles[head].offset);
        CHECK(memcmp(a->without[head], b->without[head], sizeof *a->without) == 0);
        CHECK(strcmp(a->verdict[head].evidence, b->verdict[head].evidence) == 0 && a->verdict[head].kind == b->verdict[head].kind);
    }
}

static void opens_equal(const struct hs_learn *run)
{
    struct hs_learn *opened = NULL;
    struct hs_error error = {0};
    float *one = malloc(WEIGHTS * sizeof *one), *other = malloc(WEIGHTS * sizeof *other);
    CHECK(!hs_learn_is_file(saved));
    CHECK(hs_learn_save(run, saved, false, NULL, &error) == HS_OK);
    CHECK(hs_learn_save(run, saved, false, NULL, &error) == HS_IO); // there is one
    CHECK(hs_learn_is_file(saved) && !hs_learn_is_file(HS_SOURCE_DIR "/assets/preset.safetensors"));
    if (hs_learn_load(saved, NULL, &opened, &error)) {
        fprintf(stderr, "%s\n", error.message);
        CHECK(false);
        return;
    }
    const struct hs_learn_options *a = hs_learn_options(run), *b = hs_learn_options(opened);
    CHECK(a->seed == b->seed && a->sentences == b->sentences && a->held_out == b->held_out && a->rate == b->rate &&
          a->models == b->models && a->h[0] == b->h[0] && a->h[1] == b->h[1] && a->hints == b->hints && a->shuffled == b->shuffled);
    CHECK(memcmp(a->relation, b->relation, sizeof a->relation) == 0);
    CHECK(hs_learn_moments(run) == 2 && hs_learn_moments(opened) == 2 && hs_learn_step_now(opened) == 1 && hs_learn_steps(opened) == 2);
    CHECK(hs_learn_done(opened) && hs_learn_step(opened, NULL) == HS_OK && hs_learn_moments(opened) == 2);
    CHECK(hs_learn_held_out(opened) == 96 && hs_learn_asked(opened, HS_OBJ) == hs_learn_asked(run, HS_OBJ));
    for (size_t i = 0; i < 2; i++)
        for (size_t m = 0; m < 2; m++) {
            same_model(&hs_learn_moment(run, i)->model[m], &hs_learn_moment(opened, i)->model[m]);
            hs_learn_weights(run, i, m, one);
            hs_learn_weights(opened, i, m, other);
            CHECK(memcmp(one, other, WEIGHTS * sizeof *one) == 0);
        }
    CHECK(hs_learn_save(opened, again, true, NULL, &error) == HS_OK);
    char *x = NULL, *y = NULL;
    size_t left = 0, right = 1;
    CHECK(hs_file_read(saved, HS_MAX_FILE_BYTES, &x, &left, NULL) == HS_OK && hs_file_read(again, HS_MAX_FILE_BYTES, &y, &right, NULL) == HS_OK);
    CHECK(x && y && left == right && memcmp(x, y, left) == 0);
    free(x);
    free(y);
    free(one);
    free(other);
    hs_learn_drop(opened);
}

/* ------------------------------------------------------------------ files that lie */
static void refused(const char *bytes, size_t length, const char *words)
{
    struct hs_learn *run = NULL;
    struct hs_error error = {0};
    CHECK(hs_file_write(bad, bytes, length, true, NULL) == HS_OK);
    CHECK(hs_learn_load(bad, NULL, &run, &error) == HS_BAD_INPUT && !run);
    if (!tells(error.message, words) || !tells(error.message, bad))
        fprintf(stderr, "expected \"%s\": %s\n", words, error.message);
    CHECK(tells(error.message, words) && tells(error.message, bad));
}

/* Other words of the same length in the header. */
static void refused_note(char *bytes, size_t length, const char *was, const char *is, const char *words)
{
    size_t at = 0, size = strlen(was);
    while (at + size < length && memcmp(bytes + at, was, size) != 0)
        at++;
    CHECK(at + size < length && strlen(is) == size);
    memcpy(bytes + at, is, size);
    refused(bytes, length, words);
    memcpy(bytes + at, was, size);
}

static void refused_number(char *bytes, size_t length, const struct hs_tensors *file, const char *tensor, size_t index, float value,
    const char *words)
{
    char *at = bytes + hsi_tensors_find(file, tensor)->begin + index * sizeof value;
    float was;
    memcpy(&was, at, sizeof was);
    memcpy(at, &value, sizeof value);
    refused(bytes, length, words);
    memcpy(at, &was, sizeof was);
}

static void lies(void)
{
    char *bytes;
    size_t length;
    struct hs_tensors *file = NULL;
    CHECK(hs_file_read(saved, HS_MAX_FILE_BYTES, &bytes, &length, NULL) == HS_OK && hsi_tensors_open(saved, &file, NULL) == HS_OK);
    refused(bytes, length - 2, "");
    refused(bytes, 100, "");
    refused_note(bytes, length, "headscope-learn 1", "headscope-learn 2", "\"format\"");
    refused_note(bytes, length, "\"layout\":\"", "\"layouT\":\"", "other features");
    refused_note(bytes, length, "\"heads\":\"4,2\"", "\"heads\":\"4,3\"", "not 3");
    refused_note(bytes, length, "\"heads\":\"4,2\"", "\"heads\":\"4;2\"", "option");
    refused_note(bytes, length, "\"heads\":\"4,2\"", "\"heads\":\"8,2\"", "model1.scores");
    refused_note(bytes, length, "\"seed\":\"184", "\"seed\":\"984", "option");
    refused_note(bytes, length, "\"sentences\":\"192\"", "\"sentences\":\"092\"", "not 92");
    refused_note(bytes, length, "\"hints\":\"yes\"", "\"hints\":\"Yes\"", "option");
    refused_note(bytes, length, "subj,obj,loct,aux", "subj,obj,loct,obj", "option");
    refused_note(bytes, length, "subj,obj,loct,aux", "subj,obj,loct,rel", "counts");
    refused_note(bytes, length, "model2.moment02.W", "model2.moment03.W", "model2.moment02.W_QKVO");
    refused_note(bytes, length, "\"steps\":{", "\"stepS\":{", "it holds no moments, or too many");
    refused_number(bytes, length, file, "steps", 1, 3, "moments");
    refused_number(bytes, length, file, "steps", 1, 0, "moments");
    refused_number(bytes, length, file, "steps", 0, 1, "moments");
    refused_number(bytes, length, file, "asked", 0, 1.5f, "counts");
    refused_number(bytes, length, file, "asked", 8, 0, "counts");
    refused_number(bytes, length, file, "model1.answers", 0, (float)NAN, "");
    refused_number(bytes, length, file, "model1.answers", 2, 1e6f, "measured");
    refused_number(bytes, length, file, "model2.scores", 1, 1e7f, "measured");
    refused_number(bytes, length, file, "model2.scores", 4, 65, "measured");
    refused_number(bytes, length, file, "model2.profiles", 2, 2, "measured");
    refused_number(bytes, length, file, "model2.without_head", 3, 2, "measured");
    refused_number(bytes, length, file, "model2.without_head", 1, 1.5f, "measured");
    uint16_t infinite = 0x7C00;
    memcpy(bytes + hsi_tensors_find(file, "model1.moment01.W_QKVO")->begin, &infinite, sizeof infinite);
    refused(bytes, length, "model1.moment01.W_QKVO");
    hsi_tensors_drop(file);
    free(bytes);
}

/* ------------------------------------------------------------------ curves */
static void curves(const struct hs_learn *run)
{
    struct hs_buffer buffer = {0};
    double loss;
    hs_learn_write_csv(run, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(strncmp(buffer.data, "sentences,h,training_loss,held_out_loss,right,right_subj,right_obj,right_loct,right_aux\n0,4,", 90) == 0);
    const char *last = strstr(buffer.data, "\n96,2,");
    CHECK(last && sscanf(last, "\n96,2,%*[^,],%lf", &loss) == 1 && (float)loss == (float)hs_learn_moment(run, 1)->model[1].loss);
    size_t lines = 0;
    for (const char *at = buffer.data; *at; at++)
        lines += *at == '\n';
    CHECK(lines == 5);
    hs_buffer_drop(&buffer);
}

/* ------------------------------------------------------------------ a moment as a source */
static void as_source(const struct hs_learn *run)
{
    struct hs_source *source = NULL, *random = NULL;
    struct hs_set *set = NULL;
    struct hs_error error = {0};
    struct hs_weights weights;
    float *own = malloc(WEIGHTS * sizeof *own);
    CHECK(hs_source_of_learnt(preset, run, 1, 1, &source, &error) == HS_OK && hs_source_of_learnt(preset, run, 0, 0, &random, &error) == HS_OK);
    CHECK(hs_source_can(source, HS_CAN_TRAINING | HS_CAN_TEXT | HS_CAN_MODES) && !hs_source_can(source, HS_CAN_CONSTRUCTED));
    CHECK(hs_source_info(source).moment == 2 && hs_source_info(random).moment == 1);
    CHECK(strncmp(hs_source_info(source).label, "learnt from 96 sentences, 2 heads", 33) == 0);
    CHECK(strncmp(hs_source_info(random).label, "random weights, 4 heads", 23) == 0);
    CHECK(hs_source_weights(source, 0, &weights, NULL) == HS_OK);
    hs_learn_weights(run, 1, 1, own);
    CHECK(memcmp(own, weights.W_Q, WEIGHTS * sizeof *own) == 0); // one block in this order
    struct hs_request request = hs_request_of(source);
    request.text = "The dog chased the cat.";
    request.length = strlen(request.text);
    CHECK(request.h == 2);
    for (size_t m = 0; m < 2; m++) { // the head count says which model; its own forward pass must give the same
        struct hs_weights matrices = {HS_D_MODEL, own, own + WEIGHTS / 4, own + WEIGHTS / 2, own + WEIGHTS / 4 * 3, 0, 0, 0, 0, 0};
        struct hs_model *model = NULL;
        struct hs_mha_plan *plan = NULL;
        struct hs_mha_workspace *workspace = NULL;
        request.h = m ? 2 : 4;
        hs_learn_weights(run, 1, m, own);
        CHECK(hs_source_run(source, &request, &set, &error) == HS_OK);
        struct hs_set_shape shape = hs_set_shape(set);
        struct hs_mha_config config = {.n = shape.n, .m = shape.n, .h = request.h, .threads = 1};
        struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_Q, 0, 0), A = hs_set_weights(set, 0, 1);
        CHECK(hs_model_new(&matrices, &model, NULL) == HS_OK && hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK &&
              hs_mha_workspace_new(plan, &workspace, NULL) == HS_OK && hs_mha_forward(plan, workspace, X.data, X.data, NULL) == HS_OK);
        struct hs_matrix B = hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, 1);
        for (size_t q = 0; q < shape.n; q++)
            CHECK(memcmp(A.data + q * A.stride, B.data + q * B.stride, shape.n * sizeof(float)) == 0);
        char label[64] = "x";
        hs_set_head_label(set, 0, 0, label, sizeof label);
        CHECK(label[0] == '\0' && !hs_set_constructed(set) && strstr(hs_set_source(set), m ? "2 heads" : "4 heads"));
        hs_set_drop(set);
        hs_mha_workspace_drop(workspace);
        hs_mha_plan_drop(plan);
        hs_model_drop(model);
    }
    request.h = 8;
    CHECK(hs_source_run(source, &request, &set, &error) == HS_BAD_USE && tells(error.message, "4 and 2 heads"));
    hs_source_drop(source);
    hs_source_drop(random);
    free(own);
}

TEST(test_learn_file)
{
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    unlink(saved);
    struct hs_learn *run = small_run();
    opens_equal(run);
    curves(run);
    lies();
    as_source(run);
    hs_learn_drop(run);
    unlink(saved);
    unlink(again);
    unlink(bad);
    bool relation[HS_LEARN_SLOTS];
    CHECK(hs_learn_read_relations("obj", relation) && relation[HS_OBJ] && !relation[HS_SUBJ]);
    CHECK(!hs_learn_read_relations("", relation) && !hs_learn_read_relations("obj,", relation) && !hs_learn_read_relations("prev", relation));
    hs_preset_drop(preset);
    return check_report();
}

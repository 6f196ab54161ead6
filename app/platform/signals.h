/* signals.h – a terminal that goes (SIGHUP), Ctrl+C in it (SIGINT) and the system's end (SIGTERM) end the window in order, with what
 * was typed last on disk. SDL's own handler is not enough: it only notes the signal, and a window that waits for X events goes on
 * waiting. */
#ifndef HEADSCOPE_SIGNALS_H
#define HEADSCOPE_SIGNALS_H

/* Holds them back in this thread and all that it starts from here on: before any is started. */
void signals_hold(void);
/* Between the two each of them becomes an SDL_QUIT event, which ends the wait for events. */
void signals_start(void);
void signals_stop(void);

#endif

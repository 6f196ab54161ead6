/* signals.c – see signals.h. A thread waits for them, since a handler may call next to nothing. */
#include <SDL.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "platform/signals.h"

static pthread_t listener;
static bool listens;
static atomic_bool stops;

static sigset_t ending(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

void signals_hold(void)
{
    sigset_t set = ending();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* What was ignored when the program started (nohup) stays so: it is never delivered. */
static void *listen_to(void *unused)
{
    sigset_t set = ending();
    SDL_Event quit = {.type = SDL_QUIT};
    int number;
    (void)unused;
    while (sigwait(&set, &number) == 0 && !atomic_load(&stops))
        SDL_PushEvent(&quit);
    return NULL;
}

void signals_start(void)
{
    atomic_store(&stops, false);
    listens = pthread_create(&listener, NULL, listen_to, NULL) == 0;
    if (!listens) { /* as without all this: they end the program at once */
        sigset_t set = ending();
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
}

void signals_stop(void)
{
    if (!listens)
        return;
    atomic_store(&stops, true);
    pthread_kill(listener, SIGTERM); /* it hears that it is to stop */
    pthread_join(listener, NULL);
    listens = false;
}

/* say.h – telling the user in the message bar, and choices that go round. */
#ifndef HEADSCOPE_SAY_H
#define HEADSCOPE_SAY_H

/* `number` if it is one of `count` choices, the one after `current` for ACT_NEXT, else `current`. */
long choice_of(long number, long current, long count);

#endif

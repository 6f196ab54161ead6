/* preset_run.h – what a set of the preset model can do: shared by preset_run.c, which makes it, and its row. */
#ifndef HS_SOURCES_PRESET_RUN_H
#define HS_SOURCES_PRESET_RUN_H

#include "hs.h"

#define HS_PRESET_CAN                                                                            \
    (HS_CAN_TEXT | HS_CAN_HEADS | HS_CAN_MASK | HS_CAN_MODES | HS_CAN_PLANES | HS_CAN_WEIGHTS |  \
        HS_CAN_CONSTRUCTED | HS_CAN_FEATURES | HS_CAN_RANDOM)

/* Likewise of weights that were learnt (learnt_source.c): nothing is constructed, and nothing is said about heads in advance. */
#define HS_LEARNT_CAN                                                                            \
    (HS_CAN_TEXT | HS_CAN_HEADS | HS_CAN_MASK | HS_CAN_MODES | HS_CAN_PLANES | HS_CAN_WEIGHTS |  \
        HS_CAN_FEATURES | HS_CAN_TRAINING)

#endif

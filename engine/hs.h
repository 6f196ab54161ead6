/* hs.h – Headscope's engine: from a sentence to every head's attention matrix.
 *
 * A whole session:
 *
 *     struct hs_error error;
 *     struct hs_preset *preset;
 *     struct hs_set *set;
 *     struct hs_run_options options = hs_run_defaults(); // h = 8, no mask, all planes
 *     if (hs_preset_open("assets", &preset, &error) ||
 *         hs_run_text(preset, "The dog chased the cat.", 23, &options, &set, &error))
 *         puts(error.message);
 *     struct hs_matrix A = hs_set_weights(set, 0, 0);    // layer 0, head 0: (n, m)
 *     float w = A.data[1 * A.stride + 2];                // what query 1 gives to key 2
 *     struct hs_head_stats stats;
 *     hs_head_statistics(set, 0, 0, &stats);
 *     hs_set_drop(set);
 *     hs_preset_drop(preset);
 *
 * Names: n query tokens, m key tokens, h heads, L layers, d_model, d_k = d_model / h.
 * Matrices are row-major fp32; vectors are rows, so a projection is x W (not W x).
 * Ownership by word: `open`, `new`, `run`, `keep` give you something to `drop`; `drop` accepts NULL;
 * everything else is borrowed until its owner is dropped.
 * Errors: a call that can fail returns enum hs_status and fills an optional struct hs_error (pass NULL
 * if unwanted); on failure no out pointer is written. The engine never prints and never exits.
 * Threads: objects are immutable once made and may be read from any thread, except workspaces.
 *
 * One header a room, with what a user of the library needs of it. */
#ifndef HS_H
#define HS_H

#define HS_VERSION "0.1.0"

#include "hs_base.h"       /* errors, UTF-8, whole files, strict JSON, buffers of text: a library of its own */
#include "hs_text.h"       /* sentences and tokens */
#include "hs_mha.h"        /* the forward pass on any weights */
#include "hs_preset.h"     /* the built-in model */
#include "hs_set.h"        /* attention sets, statistics, text and JSON of them */
#include "hs_relation.h"   /* annotated sentences, scores, what a head may be called */
#include "hs_source.h"     /* where attention comes from */
#include "hs_checkpoint.h" /* real models: a Hugging Face folder, opened and run */
#include "hs_study.h"      /* derived sets, and why a weight is what it is */

#endif

/* numbers.h – exp, log, sine and cosine from + - * / alone, so that features and tags have the same
 * bytes on every machine of one architecture whatever its C library. Used by tagger.c and
 * features.c. Accurate to about 1e-14 relative, which rounding to float hides. Relies on IEEE
 * doubles, no contraction into fused operations (-ffp-contract=off). */
#ifndef HS_PRESET_NUMBERS_H
#define HS_PRESET_NUMBERS_H

double hsi_exp(double x);                                 /* x in -700 … 700, clamped */
double hsi_log(double x);                                 /* x > 0, normal */
void hsi_sin_cos(double x, double *sine, double *cosine); /* |x| <= pi */

#endif

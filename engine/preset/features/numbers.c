/* numbers.c – see numbers.h. */
#include "preset/features/numbers.h"

#include <stdint.h>
#include <string.h>

double hsi_exp(double x)
{
    if (!(x > -700.0))
        x = -700.0;
    if (x > 700.0)
        x = 700.0;
    /* x = k ln 2 + r with |r| <= ln 2 / 2; ln 2 in two parts, the first with zeros at its end so
     * that k ln 2 is exact */
    const double high = 6.93147180369123816490e-01, low = 1.90821492927058770002e-10;
    int64_t k = (int64_t)(x * 1.44269504088896340736 + (x < 0 ? -0.5 : 0.5));
    double r = x - (double)k * high - (double)k * low;
    /* Taylor to r^11 / 11!: the rest is below 0.3466^12 / 12! = 7e-15 */
    double sum = 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

double hsi_log(double x)
{
    /* x = 2^k m with m in [sqrt(1/2), sqrt 2); ln m = 2 artanh z, z = (m - 1) / (m + 1), |z| <
     * 0.172 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t k = (int64_t)(bits >> 52 & 0x7FF) - 1023;
    bits = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(1023) << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.41421356237309504880) {
        m *= 0.5;
        k++;
    }
    double z = (m - 1.0) / (m + 1.0), square = z * z, sum = 0.0;
    for (int i = 19; i >= 1; i -= 2) /* the next term is below 2 * 0.172^21 / 21 = 8e-18 */
        sum = sum * square + 1.0 / i;
    return (double)k * 0.693147180559945309417 + 2.0 * z * sum;
}

void hsi_sin_cos(double x, double *sine, double *cosine)
{
    /* Taylor to x^31: pi^32 / 32! = 3e-20 */
    double square = x * x, s = 1.0, c = 1.0;
    for (int i = 30; i >= 2; i -= 2) {
        s = 1.0 - s * square / (double)(i * (i + 1));
        c = 1.0 - c * square / (double)(i * (i - 1));
    }
    *sine = x * s;
    *cosine = c;
}

/* random.c – PCG32; see random.h. Called by the grammar and by the trainer's initial weights. */
#include "preset/train/grammar/random.h"

void hsi_random_seed(struct hs_random *random, uint64_t seed, uint64_t stream)
{
    random->state = 0;
    random->increment = stream << 1 | 1;
    hsi_random_bits(random);
    random->state += seed;
    hsi_random_bits(random);
}

uint32_t hsi_random_bits(struct hs_random *random)
{
    uint64_t old = random->state;
    random->state = old * UINT64_C(6364136223846793005) +
                    random->increment; // Knuth's MMIX multiplier, as in PCG
    uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << ((32 - turn) & 31);
}

uint32_t hsi_random_below(struct hs_random *random, uint32_t bound)
{
    // 2^32 mod bound low values would be drawn once too often; they are drawn again
    uint32_t reject = (uint32_t)-bound % bound;
    for (;;) {
        uint32_t bits = hsi_random_bits(random);
        if (bits >= reject)
            return bits % bound;
    }
}

float hsi_random_unit(struct hs_random *random)
{
    return (float)(hsi_random_bits(random) >> 8) * 0x1p-24f;
}

float hsi_random_normal(struct hs_random *random)
{
    float sum = 0;
    for (int i = 0; i < 12; i++)
        sum += hsi_random_unit(random);
    return sum - 6;
}

/* Vectors of float32, and bfloat16 in memory, that the compiler turns into the registers of each instruction set. */

#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>

#define LANES 16 /* channels that are computed together: a register of AVX-512, two of AVX2, four of NEON */

#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef uint16_t halves __attribute__((vector_size(2 * LANES)));

INLINE floats all(float value) {
    return value - (floats){0};
}

INLINE floats fma(floats a, floats b, floats c) {
    return __builtin_elementwise_fma(a, b, c);
}

INLINE floats load(const void *values, size_t i, int rounded) {
    floats result;
    if (rounded) { /* a bfloat16 is the upper half of a float32 */
        halves upper;
        __builtin_memcpy(&upper, (const uint16_t *)values + i, sizeof upper);
        return (floats)(__builtin_convertvector(upper, words) << 16);
    }
    __builtin_memcpy(&result, (const float *)values + i, sizeof result);
    return result;
}

/* To the nearest bfloat16, ties to even. */
INLINE halves rounded_to_bfloat16(floats values) {
#if defined(__AVX512BF16__) || defined(__ARM_FEATURE_BF16_VECTOR_ARITHMETIC)
    typedef __bf16 bfloats __attribute__((vector_size(2 * LANES)));
    return (halves)__builtin_convertvector(values, bfloats);
#else
    words bits = (words)values, is_nan = (words)(values != values);
    words nearest = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
    return __builtin_convertvector((nearest & ~is_nan) | (0x7FC0 & is_nan), halves);
#endif
}

INLINE void store(void *output, size_t i, floats values, int rounded) {
    if (rounded) {
        halves upper = rounded_to_bfloat16(values);
        __builtin_memcpy((uint16_t *)output + i, &upper, sizeof upper);
    } else {
        __builtin_memcpy((float *)output + i, &values, sizeof values);
    }
}

#endif

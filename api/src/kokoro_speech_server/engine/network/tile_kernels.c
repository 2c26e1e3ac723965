/* The operations of tile_operations.py, each in one go through a piece of a signal.

   torch's operations read and write a piece ten times between two convolutions; these read and write it once, and its
   statistics read it a second time while it is in the first-level cache. setup.py compiles this file for several
   instruction sets, and tile_kernels.py chooses one of the libraries.

   A piece has `length` positions of `channels` values each, a multiple of LANES, one position after the other. Its
   values are float32, or bfloat16 where a flag says that they are rounded. A piece that is read and the one that is
   written are the same or lie apart. Nothing is allocated, and nothing is kept from call to call, so that any number of
   threads may compute at once. */

#include "vectors.h"

#define BLOCK 32 /* positions that stay in the first-level cache while statistics read them again */

/* sin²(pi * t): for r, the difference of t from the nearest integer, r² times a polynomial in r² (minimax, 6e-9). With
   float32's own rounding it is exact to 3e-7 for any finite t. */
INLINE floats squared_sine(floats t) {
    floats r = t - __builtin_elementwise_roundeven(t);
    floats q = r * r;
    floats p = fma(all(-3.2729452f), q, all(12.990729f));
    p = fma(p, q, all(-30.085953f));
    p = fma(p, q, all(42.725384f));
    p = fma(p, q, all(-32.469582f));
    p = fma(p, q, all(9.869603f));
    return p * q;
}

INLINE void activate_piece(
    const void *values, int values_rounded, void *output, int output_rounded, const float *scale, const float *shift,
    const float *alpha, const float *inverse, size_t length, size_t channels) {
    for (size_t begin = 0; begin < length; begin += BLOCK) {
        size_t end = begin + BLOCK < length ? begin + BLOCK : length;
        for (size_t c = 0; c < channels; c += LANES) {
            floats scales = load(scale, c, 0), shifts = load(shift, c, 0);
            floats frequencies = load(alpha, c, 0) * all(0.31830989f), inverses = load(inverse, c, 0); /* 1 / pi */
            for (size_t i = begin * channels + c; i < end * channels; i += channels) {
                floats y = fma(load(values, i, values_rounded), scales, shifts);
                store(output, i, fma(squared_sine(y * frequencies), inverses, y), output_rounded);
            }
        }
    }
}

/* output = y + inverse * sin²(alpha * y), where y = scale * values + shift; the last four are [channels]. */
void activate(
    const void *values, int values_rounded, void *output, int output_rounded, const float *scale, const float *shift,
    const float *alpha, const float *inverse, size_t length, size_t channels) {
    if (!output_rounded)
        activate_piece(values, 0, output, 0, scale, shift, alpha, inverse, length, channels);
    else if (values_rounded)
        activate_piece(values, 1, output, 1, scale, shift, alpha, inverse, length, channels);
    else
        activate_piece(values, 0, output, 1, scale, shift, alpha, inverse, length, channels);
}

/* Adds a block to the statistics of what precedes it (Chan, Golub and LeVeque, 1979).

   values:        the block's first
   sum:           of the block's values
   before, count: positions that precede the block, and its own */
INLINE void add_statistics(
    float *mean, float *squares, const void *values, size_t i, int rounded, floats sum, size_t before, size_t count,
    size_t channels, size_t c) {
    floats block_mean = sum / all((float)count), block_squares = all(0);
    for (size_t end = i + count * channels; i < end; i += channels) {
        floats deviation = load(values, i, rounded) - block_mean;
        block_squares = fma(deviation, deviation, block_squares);
    }
    if (before) {
        float share = (float)count / (float)(before + count);
        floats delta = block_mean - load(mean, c, 0);
        block_mean = fma(delta, all(share), load(mean, c, 0));
        block_squares = fma(delta * delta, all(share * (float)before), block_squares + load(squares, c, 0));
    }
    store(mean, c, block_mean, 0);
    store(squares, c, block_squares, 0);
}

INLINE void combine_piece(
    const void *values, int values_rounded, const float *shortcut, void *output, int output_rounded, int accumulates,
    float *mean, float *squares, size_t length, size_t channels) {
    for (size_t begin = 0; begin < length; begin += BLOCK) {
        size_t end = begin + BLOCK < length ? begin + BLOCK : length;
        for (size_t c = 0; c < channels; c += LANES) {
            size_t first = begin * channels + c;
            floats sum = all(0);
            for (size_t i = first; i < end * channels; i += channels) {
                floats y = load(values, i, values_rounded);
                if (shortcut)
                    y += load(shortcut, i, 0);
                if (accumulates)
                    y += load(output, i, 0);
                if (output)
                    store(output, i, y, output_rounded);
                sum += y;
            }
            if (mean)
                add_statistics(
                    mean, squares, output ? output : values, first, output ? output_rounded : values_rounded, sum,
                    begin, end - begin, channels, c);
        }
    }
}

/* The statistics of a piece: mean over time and summed squared deviations, [channels]. */
void statistics(const void *values, int rounded, float *mean, float *squares, size_t length, size_t channels) {
    if (rounded)
        combine_piece(values, 1, 0, 0, 0, 0, mean, squares, length, channels);
    else
        combine_piece(values, 0, 0, 0, 0, 0, mean, squares, length, channels);
}

/* output = values, and its statistics. */
void store_result(
    const void *values, void *output, int rounded, float *mean, float *squares, size_t length, size_t channels) {
    if (rounded)
        combine_piece(values, 1, 0, output, 1, 0, mean, squares, length, channels);
    else
        combine_piece(values, 0, 0, output, 0, 0, mean, squares, length, channels);
}

/* output = values + shortcut, and its statistics. */
void add(
    const void *values, int rounded, const float *shortcut, float *output, float *mean, float *squares, size_t length,
    size_t channels) {
    if (rounded)
        combine_piece(values, 1, shortcut, output, 0, 0, mean, squares, length, channels);
    else
        combine_piece(values, 0, shortcut, output, 0, 0, mean, squares, length, channels);
}

/* output = values + shortcut, or output += values + shortcut. */
void accumulate(
    const void *values, int rounded, const float *shortcut, float *output, int overwrite, size_t length,
    size_t channels) {
    if (rounded && overwrite)
        combine_piece(values, 1, shortcut, output, 0, 0, 0, 0, length, channels);
    else if (rounded)
        combine_piece(values, 1, shortcut, output, 0, 1, 0, 0, length, channels);
    else if (overwrite)
        combine_piece(values, 0, shortcut, output, 0, 0, 0, 0, length, channels);
    else
        combine_piece(values, 0, shortcut, output, 0, 1, 0, 0, length, channels);
}

/* Convolutions over time by Winograd's minimal filtering (Winograd, 1980; Lavin and Gray, 2016).

   Four results of a filter with four taps are 16 products as they are usually computed. Seven are enough if taps and
   inputs are transformed: they become the values of polynomials at 0, 1, -1, 1/2, -1/2, 2 and infinity, whose products
   are transformed back. With many channels, the products at each point are a product of matrices, beside which the
   transforms cost little. winograd.py transforms the taps, in groups of four; float32 loses two bits.

   The results of a signal are computed in quads. A quad needs its own transformed inputs for the first group of taps,
   those of the next quad for the second one, and so on, so each input is transformed once for all groups. With a
   dilation of d, the positions p, p + d, p + 2d … are a signal of their own, for each p below d; their quads lie one
   after the other. Any number of threads may compute at once, each with scratch memory of its own. */

#include "vectors.h"

#define POINTS 7
#define QUAD 4

/* Quads that are computed together: their transformed inputs and products stay in the second-level cache. */
#define QUADS 48

/* Quads of a register block: its sums and what is multiplied fit into the registers. It divides QUADS. */
#ifdef __AVX512F__
#define ROWS 12
#else
#define ROWS 6
#endif

#define UNROLL _Pragma("clang loop unroll(full)")

/* A convolution to [length, outputs]. groups: of four taps */
typedef struct {
    size_t length, inputs, outputs, groups, dilation;
} Shape;

/* The transformed inputs of quads; after each point's come those of the next point. */
INLINE void transform_inputs(const float *const *x, float *output, size_t point, size_t inputs) {
    for (size_t c = 0; c < inputs; c += LANES) {
        floats x0 = load(x[0], c, 0), x1 = load(x[1], c, 0), x2 = load(x[2], c, 0), x3 = load(x[3], c, 0);
        floats x4 = load(x[4], c, 0), x5 = load(x[5], c, 0), x6 = load(x[6], c, 0);
        float *values = output + c;
        store(values, 0, 2 * x0 - x1 - 10 * x2 + 5 * x3 + 8 * x4 - 4 * x5, 0);
        store(values, point, 9 * x3 - 2 * x1 - x2 + 4 * (x4 - x5), 0);
        store(values, 2 * point, 2 * x1 - 3 * x2 - 7 * x3 + 12 * x4 - 4 * x5, 0);
        store(values, 3 * point, 2 * (x1 + x5) + 3 * (x2 - x4) - 4 * x3, 0);
        store(values, 4 * point, 5 * (x2 - x4) - 2 * (x1 - x5), 0);
        store(values, 5 * point, x1 - 5 * x3 + 4 * x5, 0);
        store(values, 6 * point, x2 - 2 * x1 + 10 * x3 - 5 * x4 - 8 * x5 + 4 * x6, 0);
    }
}

/* Products of ROWS quads and LANES outputs at one point, for one group of taps. */
INLINE void multiply(const float *values, const float *weights, float *products, size_t inputs, size_t outputs, int first) {
    floats sums[ROWS];
    UNROLL for (size_t row = 0; row < ROWS; row++) sums[row] = first ? all(0) : load(products, row * outputs, 0);
    for (size_t i = 0; i < inputs; i++) {
        floats weight = load(weights, i * LANES, 0);
        UNROLL for (size_t row = 0; row < ROWS; row++) sums[row] = fma(all(values[row * inputs + i]), weight, sums[row]);
    }
    UNROLL for (size_t row = 0; row < ROWS; row++) store(products, row * outputs, sums[row], 0);
}

/* The products of `count` quads at all points, a multiple of ROWS. */
static void multiply_quads(const float *values, const float *weights, float *products, size_t count, const Shape *shape) {
    size_t inputs = shape->inputs, outputs = shape->outputs;
    for (size_t point = 0; point < POINTS; point++) {
        for (size_t output = 0; output < outputs; output += LANES)
            for (size_t group = 0; group < shape->groups; group++) {
                for (size_t row = 0; row < count; row += ROWS)
                    multiply(
                        values + (row + group) * inputs, weights, products + row * outputs + output, inputs, outputs,
                        group == 0);
                weights += inputs * LANES;
            }
        values += (QUADS + shape->groups - 1) * inputs;
        products += QUADS * outputs;
    }
}

/* The results of a quad, as far as they exist: its first is at `position`. */
INLINE void transform_products(
    const float *products, const float *bias, float *output, size_t position, const Shape *shape) {
    size_t outputs = shape->outputs, point = QUADS * outputs;
    for (size_t c = 0; c < outputs; c += LANES) {
        floats y0 = load(products, c, 0), y5 = load(products, c + 5 * point, 0), y6 = load(products, c + 6 * point, 0);
        floats y1 = load(products, c + point, 0), y2 = load(products, c + 2 * point, 0);
        floats y3 = load(products, c + 3 * point, 0), y4 = load(products, c + 4 * point, 0);
        floats even = y1 + y2 + load(bias, c, 0), odd = y1 - y2 + load(bias, c, 0);
        floats half_even = y3 + y4, half_odd = y3 - y4;
        floats results[QUAD] = {
            even + half_even + y0 + y5,
            odd + .5f * half_odd + 2 * y5,
            even + .25f * half_even + 4 * y5,
            odd + .125f * half_odd + 8 * y5 + y6,
        };
        UNROLL for (size_t i = 0; i < QUAD; i++) {
            if (position + i * shape->dilation < shape->length)
                store(output, (position + i * shape->dilation) * outputs + c, results[i], 0);
        }
    }
}

/* Bytes of scratch memory that `convolve` needs. */
size_t scratch_bytes(size_t inputs, size_t outputs, size_t groups) {
    return 4 * (POINTS * ((QUADS + groups - 1) * inputs + QUADS * outputs) + inputs);
}

/* x:       [positions, inputs]; what lies after them counts as zeros
   weights: transformed taps, [POINTS, outputs / LANES, groups, inputs, LANES]
   output:  [length, outputs] */
void convolve(
    const float *x, const float *weights, const float *bias, float *output, float *scratch, size_t positions,
    size_t length, size_t inputs, size_t outputs, size_t groups, size_t dilation) {
    Shape shape = {length, inputs, outputs, groups, dilation};
    size_t quads = ((length + dilation - 1) / dilation + QUAD - 1) / QUAD;
    size_t series = quads + groups - 1; /* of one phase, with those that only later groups of taps need */
    size_t rows = QUADS + groups - 1, total = series * dilation;
    float *values = scratch, *products = values + POINTS * rows * inputs, *zeros = products + POINTS * QUADS * outputs;
    for (size_t c = 0; c < inputs; c += LANES)
        store(zeros, c, all(0), 0);
    for (size_t begin = 0; begin < total; begin += QUADS) {
        size_t count = total - begin < QUADS ? total - begin : QUADS;
        size_t padded = (count + ROWS - 1) / ROWS * ROWS;
        for (size_t row = 0; row < padded + groups - 1; row++) {
            size_t phase = (begin + row) / series, quad = (begin + row) % series;
            const float *inputs_of_quad[POINTS];
            for (size_t i = 0; i < POINTS; i++) {
                size_t position = phase + dilation * (QUAD * quad + i);
                inputs_of_quad[i] = phase < dilation && position < positions ? x + position * inputs : zeros;
            }
            transform_inputs(inputs_of_quad, values + row * inputs, rows * inputs, inputs);
        }
        multiply_quads(values, weights, products, padded, &shape);
        for (size_t row = 0; row < count; row++) {
            size_t phase = (begin + row) / series, quad = (begin + row) % series;
            if (quad < quads)
                transform_products(products + row * outputs, bias, output, phase + dilation * QUAD * quad, &shape);
        }
    }
}

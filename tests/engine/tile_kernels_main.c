/* Reads a piece and the vectors of its channels from the standard input, and writes what the kernels make of them. It runs
   without the system's libraries, so that an emulator of another processor can run it. */

#include <stdio.h>

#include "tile_kernels.c"

#define LENGTH 37
#define CHANNELS 48

static float values[LENGTH * CHANNELS], shortcut[LENGTH * CHANNELS], vectors[4][CHANNELS];
static float activated[LENGTH * CHANNELS], sums[LENGTH * CHANNELS], mean[CHANNELS], squares[CHANNELS];
static uint16_t rounded[LENGTH * CHANNELS];

int main(void) {
    if (fread(values, sizeof values, 1, stdin) + fread(shortcut, sizeof shortcut, 1, stdin) +
            fread(vectors, sizeof vectors, 1, stdin) !=
        3)
        return 1;
    activate(values, 0, activated, 0, vectors[0], vectors[1], vectors[2], vectors[3], LENGTH, CHANNELS);
    activate(values, 0, rounded, 1, vectors[0], vectors[1], vectors[2], vectors[3], LENGTH, CHANNELS);
    add(rounded, 1, shortcut, sums, mean, squares, LENGTH, CHANNELS);
    fwrite(activated, sizeof activated, 1, stdout);
    fwrite(rounded, sizeof rounded, 1, stdout);
    fwrite(sums, sizeof sums, 1, stdout);
    fwrite(mean, sizeof mean, 1, stdout);
    fwrite(squares, sizeof squares, 1, stdout);
    return 0;
}

"""GPU kernels in Triton's language (Tillet, Kung and Cox, 2019) for what lies between two convolutions.

Without them, each step between two convolutions reads the signal from the GPU's memory and writes it back, ten times
in all. With them it happens twice: once for the statistics, once for the normalization and the activation.

Signals are [positions, channels] on packed rows, PER_FRAME positions to a frame and EXTRA (0 or 1) more at the end of a
row. A program of a kernel over frames computes BLOCK_CHANNELS channels of one frame, BLOCK_POSITIONS positions at a
time; one of a kernel over rows computes BLOCK_CHANNELS channels of one row, BLOCK_POSITIONS entries at a time. A row's
values are always added up in the same order, so that statistics do not depend on the batch.

Parameters that all kernels over frames have:
rows:            int32 [frames + 1], the row of each frame; a gap, and what follows the last row, belong to the row
                 before it
starts, lengths: int64 [rows], in frames
Names in capitals are constants, for which a kernel is compiled.
"""

import triton.language as tl


def combine(
    values,
    bias,
    shortcut,
    output,
    means,
    variances,
    rows,
    starts,
    lengths,
    PER_FRAME: tl.constexpr,
    EXTRA: tl.constexpr,
    CHANNELS: tl.constexpr,
    HAS_BIAS: tl.constexpr,
    HAS_SHORTCUT: tl.constexpr,
    ACCUMULATES: tl.constexpr,
    STORES: tl.constexpr,
    HAS_STATISTICS: tl.constexpr,
    FACTOR: tl.constexpr,
    BLOCK_POSITIONS: tl.constexpr,
    BLOCK_CHANNELS: tl.constexpr,
):
    """output (+)= (values + bias + shortcut) * FACTOR; means and variances of each frame of the result.

    values, shortcut, output: [positions, CHANNELS]; gaps are neither read nor written
    bias:                     [CHANNELS]
    means, variances:         float32 [frames + EXTRA, CHANNELS], 0 in gaps
    """
    frame = tl.program_id(0)
    channel = tl.program_id(1) * BLOCK_CHANNELS + tl.arange(0, BLOCK_CHANNELS)
    is_channel = channel < CHANNELS
    row = tl.load(rows + frame)
    left = tl.load(starts + row) + tl.load(lengths + row) - frame
    count = tl.where(left > 0, PER_FRAME, tl.where(left == 0, EXTRA, 0))
    mean = tl.zeros([BLOCK_CHANNELS], tl.float32)
    squares = tl.zeros([BLOCK_CHANNELS], tl.float32)
    for begin in range(0, PER_FRAME, BLOCK_POSITIONS):
        position = begin + tl.arange(0, BLOCK_POSITIONS)
        inside = (position < count)[:, None] & is_channel[None, :]
        at = (frame * PER_FRAME + position)[:, None] * CHANNELS + channel[None, :]
        x = tl.load(values + at, mask=inside, other=0.0).to(tl.float32)
        if HAS_BIAS:
            x += tl.load(bias + channel, mask=is_channel, other=0.0).to(tl.float32)[None, :]
        if HAS_SHORTCUT:
            x += tl.load(shortcut + at, mask=inside, other=0.0).to(tl.float32)
        x *= FACTOR
        if ACCUMULATES:
            x += tl.load(output + at, mask=inside, other=0.0)
        if STORES:
            tl.store(output + at, x, mask=inside)
        if HAS_STATISTICS:
            # The combination of two sets of statistics (Chan, Golub and LeVeque, 1979).
            before = tl.minimum(begin, count).to(tl.float32)
            here = tl.minimum(tl.maximum(count - begin, 0), BLOCK_POSITIONS).to(tl.float32)
            block_mean = tl.sum(tl.where(inside, x, 0.0), 0) / tl.maximum(here, 1.0)
            deviation = tl.where(inside, x - block_mean[None, :], 0.0)
            share = here / tl.maximum(before + here, 1.0)
            delta = block_mean - mean
            mean += delta * share
            squares += tl.sum(deviation * deviation, 0) + delta * delta * before * share
    if HAS_STATISTICS:
        at_frame = frame * CHANNELS + channel
        variance = squares / tl.maximum(count, 1).to(tl.float32)
        tl.store(means + at_frame, mean, mask=is_channel)
        tl.store(variances + at_frame, variance, mask=is_channel)


def scale_rows(
    means,
    variances,
    style_scales,
    style_shifts,
    scales,
    shifts,
    starts,
    lengths,
    style_width,
    style_begin,
    PER_FRAME: tl.constexpr,
    EXTRA: tl.constexpr,
    CHANNELS: tl.constexpr,
    HAS_VARIANCES: tl.constexpr,
    EPSILON: tl.constexpr,
    BLOCK_POSITIONS: tl.constexpr,
    BLOCK_CHANNELS: tl.constexpr,
):
    """Over rows: the scale and shift that normalize each row and apply its style (AdaIN, Huang and Belongie, 2017).

    means, variances:           of each frame, as `combine` writes them; without variances, `means` is a signal itself,
                                [positions, CHANNELS]
    style_scales, style_shifts: float32 [rows, style_width], of several layers; this one's begin at style_begin
    scales, shifts:             float32 [rows, CHANNELS]
    """
    row = tl.program_id(0)
    channel = tl.program_id(1) * BLOCK_CHANNELS + tl.arange(0, BLOCK_CHANNELS)
    is_channel = channel < CHANNELS
    if HAS_VARIANCES:
        first = tl.load(starts + row)
        whole = tl.load(lengths + row)
        end = whole + tl.where(whole > 0, EXTRA, 0)
    else:
        first = tl.load(starts + row) * PER_FRAME
        whole = tl.load(lengths + row) * PER_FRAME
        end = whole
    total = tl.zeros([1], tl.float32)
    mean = tl.zeros([BLOCK_CHANNELS], tl.float32)
    squares = tl.zeros([BLOCK_CHANNELS], tl.float32)
    for begin in range(0, end, BLOCK_POSITIONS):
        entry = begin + tl.arange(0, BLOCK_POSITIONS)
        inside = (entry < end)[:, None] & is_channel[None, :]
        at = (first + entry)[:, None] * CHANNELS + channel[None, :]
        entry_mean = tl.load(means + at, mask=inside, other=0.0).to(tl.float32)
        if HAS_VARIANCES:
            count = tl.where(entry < whole, PER_FRAME, tl.where(entry < end, EXTRA, 0)).to(tl.float32)
        else:
            count = tl.where(entry < end, 1, 0).to(tl.float32)
        here = tl.sum(count, 0)
        block_mean = tl.sum(entry_mean * count[:, None], 0) / here
        deviation = entry_mean - block_mean[None, :]
        spread = deviation * deviation
        if HAS_VARIANCES:
            spread += tl.load(variances + at, mask=inside, other=0.0)
        share = here / (total + here)
        delta = block_mean - mean
        mean += delta * share
        squares += tl.sum(spread * count[:, None], 0) + delta * delta * total * share
        total += here
    variance = squares / tl.maximum(total, 1.0)
    style_at = row * style_width + style_begin + channel
    scale = tl.load(style_scales + style_at, mask=is_channel, other=0.0) / tl.sqrt(variance + EPSILON)
    shift = tl.load(style_shifts + style_at, mask=is_channel, other=0.0) - mean * scale
    tl.store(scales + row * CHANNELS + channel, scale, mask=is_channel)
    tl.store(shifts + row * CHANNELS + channel, shift, mask=is_channel)


def activate(
    values,
    scales,
    shifts,
    alpha,
    inverse,
    output,
    rows,
    starts,
    lengths,
    size,
    PER_FRAME: tl.constexpr,
    EXTRA: tl.constexpr,
    CHANNELS: tl.constexpr,
    IS_SCALED: tl.constexpr,
    IS_SNAKE: tl.constexpr,
    SLOPE: tl.constexpr,
    BLOCK_POSITIONS: tl.constexpr,
    BLOCK_CHANNELS: tl.constexpr,
):
    """output = activation(values * scale + shift), zero in gaps: Snake (Ziyin et al., 2020) or a leaky rectifier.

    values, output: [positions, CHANNELS], of any type
    scales, shifts: float32 [rows, CHANNELS]
    alpha, inverse: float32 [CHANNELS], Snake's parameter and its reciprocal
    size:           number of positions
    SLOPE:          of the leaky rectifier below zero
    """
    frame = tl.program_id(0)
    channel = tl.program_id(1) * BLOCK_CHANNELS + tl.arange(0, BLOCK_CHANNELS)
    is_channel = channel < CHANNELS
    row = tl.load(rows + frame)
    left = tl.load(starts + row) + tl.load(lengths + row) - frame
    count = tl.where(left > 0, PER_FRAME, tl.where(left == 0, EXTRA, 0))
    if IS_SCALED:
        # A gap has no row whose numbers it needs.
        used = is_channel & (count > 0)
        scale = tl.load(scales + row * CHANNELS + channel, mask=used, other=0.0)[None, :]
        shift = tl.load(shifts + row * CHANNELS + channel, mask=used, other=0.0)[None, :]
    if IS_SNAKE:
        alphas = tl.load(alpha + channel, mask=is_channel, other=0.0)[None, :]
        inverses = tl.load(inverse + channel, mask=is_channel, other=0.0)[None, :]
    for begin in range(0, PER_FRAME, BLOCK_POSITIONS):
        position = begin + tl.arange(0, BLOCK_POSITIONS)
        inside = (position < count)[:, None] & is_channel[None, :]
        index = frame * PER_FRAME + position
        at = index[:, None] * CHANNELS + channel[None, :]
        x = tl.load(values + at, mask=inside, other=0.0).to(tl.float32)
        if IS_SCALED:
            x = x * scale + shift
        if IS_SNAKE:
            sine = tl.sin(x * alphas)
            x += sine * sine * inverses
        else:
            x = tl.where(x > 0, x, x * SLOPE)
        exists = ((position < PER_FRAME) & (index < size))[:, None] & is_channel[None, :]
        tl.store(output + at, tl.where(inside, x, 0.0).to(output.dtype.element_ty), mask=exists)


def activate_and_double(
    values,
    scales,
    shifts,
    weight,
    bias,
    output,
    rows,
    starts,
    lengths,
    PER_FRAME: tl.constexpr,
    EXTRA: tl.constexpr,
    CHANNELS: tl.constexpr,
    SLOPE: tl.constexpr,
    BLOCK_POSITIONS: tl.constexpr,
    BLOCK_CHANNELS: tl.constexpr,
):
    """The same with a leaky rectifier, and then a transposed convolution of each channel on its own, with three taps
    and stride 2: the even results depend on one position, the odd ones on two.

    weight: float32 [CHANNELS, 3]; bias: float32 [CHANNELS]
    output: [2 * positions, CHANNELS], zero in gaps
    EXTRA:  0
    """
    frame = tl.program_id(0)
    channel = tl.program_id(1) * BLOCK_CHANNELS + tl.arange(0, BLOCK_CHANNELS)
    is_channel = channel < CHANNELS
    row = tl.load(rows + frame)
    left = tl.load(starts + row) + tl.load(lengths + row) - frame
    count = tl.where(left > 0, PER_FRAME, EXTRA)  # no gap has a position
    # A row's last position has no next one.
    next_count = tl.where(left > 1, PER_FRAME, tl.where(left > 0, PER_FRAME - 1, 0))
    used = is_channel & (count > 0)
    scale = tl.load(scales + row * CHANNELS + channel, mask=used, other=0.0)[None, :]
    shift = tl.load(shifts + row * CHANNELS + channel, mask=used, other=0.0)[None, :]
    of_next = tl.load(weight + channel * 3, mask=is_channel, other=0.0)[None, :]
    of_own = tl.load(weight + channel * 3 + 1, mask=is_channel, other=0.0)[None, :]
    of_own_odd = tl.load(weight + channel * 3 + 2, mask=is_channel, other=0.0)[None, :]
    biases = tl.load(bias + channel, mask=is_channel, other=0.0)[None, :]
    for begin in range(0, PER_FRAME, BLOCK_POSITIONS):
        position = begin + tl.arange(0, BLOCK_POSITIONS)
        exists = (position < PER_FRAME)[:, None] & is_channel[None, :]
        inside = (position < count)[:, None] & is_channel[None, :]
        has_next = (position < next_count)[:, None] & is_channel[None, :]
        index = frame * PER_FRAME + position
        at = index[:, None] * CHANNELS + channel[None, :]
        own = tl.load(values + at, mask=inside, other=0.0).to(tl.float32) * scale + shift
        own = tl.where(own > 0, own, own * SLOPE)
        following = tl.load(values + at + CHANNELS, mask=has_next, other=0.0).to(tl.float32) * scale + shift
        following = tl.where(has_next, tl.where(following > 0, following, following * SLOPE), 0.0)
        even = tl.where(inside, own * of_own + biases, 0.0)
        odd = tl.where(inside, own * of_own_odd + following * of_next + biases, 0.0)
        doubled = (2 * index)[:, None] * CHANNELS + channel[None, :]
        tl.store(output + doubled, even.to(output.dtype.element_ty), mask=exists)
        tl.store(output + doubled + CHANNELS, odd.to(output.dtype.element_ty), mask=exists)

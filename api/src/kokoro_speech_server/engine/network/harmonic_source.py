"""The harmonic source: harmonics of F0 in voiced frames, noise in unvoiced ones, and the short-time spectrum of both.

It follows kokoro's SineGen, SourceModuleHnNSF and TorchSTFT (after NSF, Wang et al., 2019), and computes some of it
differently:

- The phase at each step of F0 is reduced modulo one turn before and after it is accumulated; between two steps it grows
  linearly. So float32 suffices for the sines. Accumulated in float64, the result is batch-invariant.
- A linear layer mixes the sines and the noise of nine harmonics into one signal. A weighted sum of nine independent
  normal variables is one normal variable whose deviation is the norm of the weights, so only that one is drawn.
- The first spectrum is real, by its symmetry; the library leaves the sign of its angles to rounding errors.
- SineGen's random initial phase is omitted: it is added to a sample that is never read.
"""

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import Generator

_STEP = 300
"""Samples per step of F0."""

_TURN = 2 * torch.pi
"""Radians."""


class HarmonicSource(torch.nn.Module):
    """phase_dtype: dtype of the phases and the Fourier transform; float64 makes them batch-invariant."""

    _weights: torch.Tensor
    _bias: torch.Tensor
    _deviations: torch.Tensor
    _turns_per_hertz: torch.Tensor
    _between: torch.Tensor
    _window: torch.Tensor
    _mirrored: torch.Tensor

    def __init__(self, generator: Generator, phase_dtype: torch.dtype) -> None:
        super().__init__()
        sines, linear, stft = generator.m_source.l_sin_gen, generator.m_source.l_linear, generator.stft
        self._phase_dtype = phase_dtype
        self._voiced_above = sines.voiced_threshold
        self._length, self._hop = stft.filter_length, stft.hop_length
        weights = linear.weight[0].detach()
        harmonics = torch.arange(1, sines.dim + 1, dtype=phase_dtype)[:, None]
        self.register_buffer("_weights", weights[:, None, None] * sines.sine_amp)
        self.register_buffer("_bias", linear.bias.detach().clone())
        # float32 whatever the other dtypes are, as in the library.
        deviations = torch.tensor([sines.sine_amp, sines.noise_std], dtype=torch.float32)
        deviations /= torch.tensor([3, 1])
        self.register_buffer("_deviations", deviations.to(weights) * weights.double().norm().to(weights))
        self.register_buffer("_turns_per_hertz", harmonics * _STEP / sines.sampling_rate)
        self.register_buffer("_between", (torch.arange(_STEP, dtype=phase_dtype) + 0.5) / _STEP * _TURN)
        self.register_buffer("_window", stft.window.to(phase_dtype))
        self.register_buffer("_mirrored", _mirrored(self._length // 2))

    def forward(self, f0: torch.Tensor, lengths: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """The source's spectrum, magnitudes above angles: [rows, 22, 60 * steps + 1], undefined after a row's end.

        f0:      Hz, [rows, steps], two steps per frame, zero after a row's end
        lengths: int64 [rows], steps of each row
        noise:   standard normal, [rows, 300 * steps]
        """
        half = self._length // 2
        wave = noise.new_empty(len(noise), noise.shape[1] + 2 * half)
        torch.tanh(self._mixed(f0, noise), out=wave[:, half:-half])
        return self._spectrum(wave, lengths)

    def _mixed(self, f0: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """Harmonics and noise, [rows, 300 * steps]."""
        voiced = f0 > self._voiced_above
        deviation = torch.where(voiced, self._deviations[1], self._deviations[0])
        mixed = torch.addcmul(self._bias, noise.view(*f0.shape, _STEP), deviation[..., None])
        sines = self._sines(f0, noise.dtype).view(*f0.shape, _STEP)
        return mixed.addcmul_(sines, voiced.to(noise)[..., None]).flatten(1)

    def _sines(self, f0: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        """The weighted sum of all harmonics, [rows, 300 * steps]."""
        turns = (f0.to(self._phase_dtype)[:, None] * self._turns_per_hertz) % _STEP
        # The phase is known at the middle of each step. It is constant before the first one and after the last.
        at_step = F.pad(turns.cumsum(2) % 1, (1, 0), mode="replicate") * _TURN
        growth = F.pad(turns[..., 1:], (1, 1))
        phases = torch.addcmul(
            at_step.to(dtype)[..., None], growth.to(dtype)[..., None], self._between.to(dtype)
        )
        half = _STEP // 2
        return phases.sin_().mul_(self._weights).sum(1).flatten(1)[:, half:-half]

    def _spectrum(self, wave: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Spectra of windows centred on every fifth sample; the wave is reflected at each row's ends.

        wave:    [rows, 300 * steps and half a window before and after them], which takes the reflections
        lengths: int64 [rows], steps of each row
        """
        sources, targets = self._mirrored[:2, None] + lengths.clamp(min=1)[:, None] * self._mirrored[2]
        wave.scatter_(1, targets, wave.gather(1, sources))
        frames = wave.unfold(1, self._length, self._hop)
        # The angle jumps where the smallest difference changes a sign, hence the precision up to here.
        bins = torch.fft.rfft(frames.to(self._phase_dtype) * self._window)
        # A row's first window is its own reflection, so its spectrum is real; rounding would pick the sign at random.
        bins[:, 0].imag.zero_()
        spectrum = wave.new_empty(*bins.shape[:2], 2 * bins.shape[2])
        magnitudes, angles = spectrum.chunk(2, 2)
        torch.hypot(bins.real, bins.imag, out=magnitudes)
        torch.atan2(bins.imag, bins.real, out=angles)
        return spectrum.transpose(1, 2)


def _mirrored(half: int) -> torch.Tensor:
    """Where the samples around a row's ends come from and go to, int64 [3, 2 * half], with `half` samples before its
    start: source and target for a row without samples, and what each step of the row adds to both."""
    distance = torch.arange(half)
    start = torch.stack([half + 1 + distance, half - 1 - distance, torch.zeros_like(distance)])
    end = torch.stack([half - 2 - distance, half + distance, torch.full_like(distance, _STEP)])
    return torch.cat([start, end], 1)

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


class HarmonicSource(torch.nn.Module):
    """phase_dtype: dtype of the phases and the Fourier transform; float64 makes them batch-invariant."""

    _weights: torch.Tensor
    _bias: torch.Tensor
    _noise_weight: torch.Tensor
    _harmonics: torch.Tensor
    _window: torch.Tensor

    def __init__(self, generator: Generator, phase_dtype: torch.dtype) -> None:
        super().__init__()
        sines, linear, stft = generator.m_source.l_sin_gen, generator.m_source.l_linear, generator.stft
        self._phase_dtype = phase_dtype
        self._rate = sines.sampling_rate
        self._amplitude = sines.sine_amp
        self._noise_deviation = sines.noise_std
        self._voiced_above = sines.voiced_threshold
        self._length, self._hop = stft.filter_length, stft.hop_length
        self.register_buffer("_weights", linear.weight[0].detach().clone())
        self.register_buffer("_bias", linear.bias.detach().clone())
        self.register_buffer("_noise_weight", linear.weight[0].detach().double().norm().to(linear.weight))
        self.register_buffer("_harmonics", torch.arange(1, sines.dim + 1, dtype=phase_dtype))
        self.register_buffer("_window", stft.window.to(phase_dtype))

    def forward(self, f0: torch.Tensor, lengths: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """The source's spectrum, magnitudes above angles: [rows, 22, 60 * steps + 1], zero after a row's end.

        f0:      Hz, [rows, steps], two steps per frame, zero after a row's end
        lengths: int64 [rows], steps of each row
        noise:   standard normal, [rows, 300 * steps]
        """
        wave = self._wave(f0, noise)
        return self._spectrum(wave, lengths * _STEP)

    def _wave(self, f0: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """[rows, 300 * steps]"""
        dtype = noise.dtype
        turns = (f0.to(self._phase_dtype)[..., None] * self._harmonics / self._rate) % 1 * _STEP
        # The phase is known at the middle of each step. It is constant before the first one and after the last.
        at_step = F.pad(turns.cumsum(1) % 1, (0, 0, 1, 0))
        at_step[:, 0] = at_step[:, 1]
        growth = F.pad(turns[:, 1:], (0, 0, 1, 1))
        between = ((torch.arange(_STEP, device=f0.device, dtype=dtype) + 0.5) / _STEP)[None, None]
        half = _STEP // 2
        wave = torch.zeros_like(noise)
        for harmonic, weight in enumerate(self._weights):
            begin, slope = at_step[..., harmonic, None].to(dtype), growth[..., harmonic, None].to(dtype)
            phase = torch.addcmul(begin, slope, between).flatten(1)[:, half:-half]
            wave.add_(torch.sin(phase * (2 * torch.pi)) * weight)
        voiced = (f0 > self._voiced_above).float()
        # float32 whatever the other dtypes are, as in the library.
        deviation = (voiced * self._noise_deviation + (1 - voiced) * self._amplitude / 3).to(dtype)
        wave.mul_(_repeat_steps(voiced.to(dtype) * self._amplitude))
        wave.addcmul_(noise, _repeat_steps(deviation * self._noise_weight))
        return wave.add_(self._bias).tanh_()

    def _spectrum(self, wave: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Spectra of windows centred on every fifth sample; the wave is reflected at each row's ends.

        lengths: int64 [rows], samples of each row
        """
        half = self._length // 2
        position = torch.arange(-half, wave.shape[1] + half, device=wave.device)[None].abs()
        last = (lengths - 1)[:, None]
        position = torch.where(position > last, 2 * last - position, position).clamp(min=0)
        frames = torch.gather(wave, 1, position).unfold(1, self._length, self._hop)
        # The angle jumps where the smallest difference changes a sign, hence the precision up to here.
        bins = torch.fft.rfft(frames.to(self._phase_dtype) * self._window).transpose(1, 2)
        # A row's first window is its own reflection, so its spectrum is real; rounding would pick the sign at random.
        imaginary = F.pad(bins.imag[..., 1:], (1, 0))
        spectrum = torch.cat([torch.hypot(bins.real, imaginary), torch.atan2(imaginary, bins.real)], 1)
        spectrum = spectrum.to(wave.dtype)
        inside = torch.arange(spectrum.shape[-1], device=wave.device) <= (lengths // self._hop)[:, None]
        return torch.mul(spectrum, inside[:, None])


def _repeat_steps(steps: torch.Tensor) -> torch.Tensor:
    """[rows, steps] -> [rows, 300 * steps]: each value for all samples of its step."""
    return steps[..., None].expand(-1, -1, _STEP).flatten(1)

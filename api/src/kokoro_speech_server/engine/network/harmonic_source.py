"""The sound's source: harmonics of the pitch where there is a voice, noise where there is none, and its spectrum.

Follows kokoro's SineGen, SourceModuleHnNSF and TorchSTFT (after NSF, Wang et al., 2019), with differences in how the
same is reckoned:

- The phase at each step of the pitch is added up in float64 and its whole turns are taken off; between two steps it
  grows evenly. So float32 suffices for the sines, at any length, and the result does not depend on the batch.
- The sines and the noise go through a linear layer that makes one signal of nine. Of nine independent normal draws,
  weighted, is left one normal draw whose deviation is the weights' length: that one is drawn.
- The first spectrum is real, as it is by its symmetry; the library leaves the sign of its angles to rounding errors.
- The random phase that SineGen begins with is left out. It is added to a sample that nothing reads.
"""

import torch
import torch.nn.functional as F
from kokoro.istftnet import Generator

_STEP = 300
"""Samples per step of the pitch."""


class Source(torch.nn.Module):
    """exact: the dtype of the phases and the spectrum: float64 where they must not depend on the batch."""

    _weights: torch.Tensor
    _bias: torch.Tensor
    _noise_weight: torch.Tensor
    _harmonics: torch.Tensor
    _window: torch.Tensor

    def __init__(self, generator: Generator, exact: torch.dtype) -> None:
        super().__init__()
        sines, linear, stft = generator.m_source.l_sin_gen, generator.m_source.l_linear, generator.stft
        self._exact = exact
        self._rate = sines.sampling_rate
        self._amplitude = sines.sine_amp
        self._noise_deviation = sines.noise_std
        self._voiced_above = sines.voiced_threshold
        self._length, self._hop = stft.filter_length, stft.hop_length
        self.register_buffer("_weights", linear.weight[0].detach().clone())
        self.register_buffer("_bias", linear.bias.detach().clone())
        self.register_buffer("_noise_weight", linear.weight[0].detach().double().norm().to(linear.weight))
        self.register_buffer("_harmonics", torch.arange(1, sines.dim + 1, dtype=exact))
        self.register_buffer("_window", stft.window.to(exact))

    def forward(self, pitch: torch.Tensor, lengths: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """The source's spectrum, magnitudes over angles: [rows, 22, 60 * steps + 1], zero behind a row's end.

        pitch:   Hz, [rows, steps], zero behind a row's end; a frame has two steps
        lengths: int64 [rows], steps of each row
        noise:   standard normal, [rows, 300 * steps]
        """
        wave = self._wave(pitch, noise)
        return self._spectrum(wave, lengths * _STEP)

    def _wave(self, pitch: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        """[rows, 300 * steps]"""
        dtype = noise.dtype
        turns = (pitch.to(self._exact)[..., None] * self._harmonics / self._rate) % 1 * _STEP
        # From the middle of one step to that of the next. Before the first and behind the last nothing moves.
        at_step = F.pad(turns.cumsum(1) % 1, (0, 0, 1, 0))
        at_step[:, 0] = at_step[:, 1]
        growth = F.pad(turns[:, 1:], (0, 0, 1, 1))
        between = ((torch.arange(_STEP, device=pitch.device, dtype=dtype) + 0.5) / _STEP)[None, None]
        half = _STEP // 2
        voice = torch.zeros_like(noise)
        for harmonic, weight in enumerate(self._weights):
            begin, slope = at_step[..., harmonic, None].to(dtype), growth[..., harmonic, None].to(dtype)
            phase = torch.addcmul(begin, slope, between).flatten(1)[:, half:-half]
            voice.add_(torch.sin(phase * (2 * torch.pi)) * weight)
        voiced = (pitch > self._voiced_above).float()
        # In float32 whatever the rest is in, as in the library.
        deviation = (voiced * self._noise_deviation + (1 - voiced) * self._amplitude / 3).to(dtype)
        voice.mul_(_every_sample(voiced.to(dtype) * self._amplitude))
        voice.addcmul_(noise, _every_sample(deviation * self._noise_weight))
        return voice.add_(self._bias).tanh_()

    def _spectrum(self, wave: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Of frames around every fifth sample, the wave reflected at each row's ends."""
        half = self._length // 2
        position = torch.arange(-half, wave.shape[1] + half, device=wave.device)[None].abs()
        last = (lengths - 1)[:, None]
        position = torch.where(position > last, 2 * last - position, position).clamp(min=0)
        frames = torch.gather(wave, 1, position).unfold(1, self._length, self._hop)
        # The angle jumps where the smallest difference changes a sign: hence `exact` until here.
        bins = torch.fft.rfft(frames.to(self._exact) * self._window).transpose(1, 2)
        # A row's first frame is its own reflection, so its spectrum is real; rounding would toss for the sign.
        imaginary = F.pad(bins.imag[..., 1:], (1, 0))
        spectrum = torch.cat([torch.hypot(bins.real, imaginary), torch.atan2(imaginary, bins.real)], 1)
        spectrum = spectrum.to(wave.dtype)
        inside = torch.arange(spectrum.shape[-1], device=wave.device) <= (lengths // self._hop)[:, None]
        return torch.mul(spectrum, inside[:, None])


def _every_sample(steps: torch.Tensor) -> torch.Tensor:
    """[rows, steps] -> [rows, 300 * steps]"""
    return steps[..., None].expand(-1, -1, _STEP).flatten(1)

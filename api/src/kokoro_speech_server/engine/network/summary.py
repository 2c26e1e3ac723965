"""What is said in a chunk, in figures that are known before there is sound; see moments.py."""

import numpy as np
import numpy.typing as npt
import torch

_LOWEST_F0 = 10.0
"""Hz, from which a step is voiced."""


def summary(features: torch.Tensor, f0: torch.Tensor, energy: torch.Tensor) -> npt.NDArray[np.float32]:
    """What is said in a chunk, in figures: the mean and the logarithm of the variance of each of the decoder's
    features, and F0, energy and voicing, [2 * 512 + 7].

    features:   [steps, 512]
    f0, energy: [steps]; F0 in Hz
    """
    voiced = f0 > _LOWEST_F0
    pitch = torch.log(f0[voiced] + 1) if voiced.any() else f0.new_zeros(1)
    voiced_energy = energy[voiced].mean() if voiced.any() else f0.new_zeros(())
    prosody = (
        pitch.mean(),
        pitch.std(unbiased=False),
        voiced.to(f0.dtype).mean(),
        energy.mean(),
        energy.std(unbiased=False),
        voiced_energy,
        (energy > -5).to(f0.dtype).mean(),
    )
    mean, variance = features.mean(0), features.var(0, unbiased=False)
    return torch.cat([mean, (variance + 1e-8).log(), torch.stack(prosody)]).float().numpy()

"""Double the hidden units of a network of Tongiaki that has sparse inputs alone, as a start for more training.

Run ``pip install './python[recipes]'`` and ``python python/examples/grow_network.py FILE GROWN``. Each unit gets a twin with
noise in its weights, and both share its part in the values, so the grown network plays almost like the one before (Chen,
Goodfellow and Shlens, *Net2Net*, 2016). Without noise, twins would learn the same.
"""

from __future__ import annotations

import argparse

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

NOISE, SEED = 0.15, 7  # of a weight in the sparse part: standard deviations of its unit's weights


def twins(name: str, weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the weights of all units, followed by the weights of their twins."""
    kind = name.split(".")[0]
    if kind == "out":
        part = rng.uniform(0.35, 0.65, weights.shape).astype(np.float32)
        return np.concatenate([weights * part, weights * (1 - part)])
    if kind in ("bias", "own", "rival", "others", "table"):
        return np.concatenate([weights, weights])
    if name == "sparse":
        exact, used = weights.astype(np.float64), weights != 0
        spread = np.sqrt((exact**2).sum(0) / np.maximum(used.sum(0), 1))
        noisy = exact + used * rng.normal(0, 1, exact.shape) * spread * NOISE
        return np.concatenate([weights, np.clip(np.rint(noisy), -32767, 32767).astype(np.int16)], 1)
    return weights


def main() -> None:
    """Read a network and write the grown one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network")
    parser.add_argument("grown")
    arguments = parser.parse_args()
    rng = np.random.default_rng(SEED)
    with safe_open(arguments.network, "np") as file:
        # Random numbers are drawn in the order of the tensors in the file.
        names = sorted(file.keys(), key=lambda name: (name.startswith("sparse"), name))
        grown = {name: twins(name, file.get_tensor(name), rng) for name in names}
        save_file(grown, arguments.grown, file.metadata())


if __name__ == "__main__":
    main()

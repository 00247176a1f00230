"""Pictures of the page against golden ones: shrunk, and alike within a tolerance."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

SHRINK = """async ([data, width]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const height = Math.round((width * image.height) / image.width);
  const small = Object.assign(document.createElement("canvas"), { width, height });
  const context = small.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data: bytes } = context.getImageData(0, 0, width, height);
  const channels = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return { png: small.toDataURL("image/png").split(",")[1], channels };
}"""
"""Channels as one text: as a list of numbers they would take longer than all else."""


@dataclass(frozen=True)
class Picture:
    """A shrunk picture as a file and as channels from 0 to 255."""

    png: bytes
    channels: bytes


@dataclass(frozen=True)
class Tolerance:
    """A channel may differ by ``mean`` on average, and a ``share`` of them by more than ``far``."""

    mean: float
    far: int
    share: float

    def difference(self, one: Picture, other: Picture) -> tuple[float, float]:
        """The mean difference of a channel, and the share of channels that are far apart."""
        assert len(one.channels) == len(other.channels), "the picture has another shape"
        apart = [abs(a - b) for a, b in zip(one.channels, other.channels, strict=True)]
        return sum(apart) / len(apart), sum(each > self.far for each in apart) / len(apart)

    def alike(self, one: Picture, other: Picture) -> bool:
        mean, far = self.difference(one, other)
        return mean <= self.mean and far <= self.share


def shrunk(page: Page, png: bytes, width: int) -> Picture:
    """A picture at this width; the page's browser shrinks it."""
    small = page.evaluate(SHRINK, [base64.b64encode(png).decode(), width])
    return Picture(base64.b64decode(small["png"]), base64.b64decode(small["channels"]))


def golden_picture(
    page: Page, request: pytest.FixtureRequest, file: Path, taken: Picture, width: int
) -> Picture:
    """The golden picture of a file; ``pytest --update-golden`` replaces it by the one taken."""
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(taken.png)
    assert file.exists(), f"no golden picture {file.name}: run pytest --update-golden"
    return shrunk(page, file.read_bytes(), width)

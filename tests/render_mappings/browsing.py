"""Names that the tests of the site share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from selenium import webdriver

ROOT = Path(__file__).parents[2]
WIDE = (1400, 900)
PHONE = (390, 844)

Open = Callable[..., webdriver.Chrome]

"""What the engines are called: apart from them, so that a command that plays nothing need not load them."""

from __future__ import annotations

from typing import Literal

EngineName = Literal["auto", "python", "native"]
ENGINES: tuple[EngineName, ...] = ("auto", "python", "native")

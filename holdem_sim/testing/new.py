"""A new bot from a skeleton that passes the kit."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from holdem_sim.errors import InputError
from holdem_sim.players.load import bot_names

FORMS = ("kernel", "batch", "python")
SKELETONS = Path(__file__).parent / "skeletons"


def new_bot(name: str, form: str, folder: str | Path = ".") -> Path:
    """Write ``folder/name.py``, a bot of ``form`` (kernel, batch, python); never over an existing file.

    Raises InputError for a name that is none and for what cannot be written.
    """
    if form not in FORMS:
        raise InputError(f"form {form!r}: must be one of {', '.join(FORMS)}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,63}", name) or keyword.iskeyword(name):
        raise InputError(f"name {name!r}: must be letters, digits and _, beginning with a letter; the file is NAME.py")
    if name in bot_names():
        raise InputError(f"name {name!r}: a built-in bot is called so; choose another")
    path = Path(folder, f"{name}.py")
    text = (SKELETONS / f"{form}.py").read_text("utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path}: already exists; choose another name or folder") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return path

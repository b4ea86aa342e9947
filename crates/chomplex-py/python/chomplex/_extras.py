"""Packages that are not always there."""

import importlib
from typing import Any


def load(module: str, extra: str) -> Any:
    """Imports a module, or says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        message = f"this needs {package}, which is not installed: pip install chomplex[{extra}]"
        raise ImportError(message, name=package) from error


def is_there(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True

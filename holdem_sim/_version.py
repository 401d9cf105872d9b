"""The package's version and the engine's: the latter moves only when the same seed gives other results."""

__version__ = "0.1.0"
ENGINE_VERSION = 1

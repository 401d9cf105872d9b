"""The package's version and the engine's: the latter moves only when the same seed gives other results."""

__version__ = "0.1.0"
ENGINE_CHANGES = {
    1: "the first engine",
}
"""What each engine version changed in results, for whoever repeats an older run; CHANGELOG.md says the same."""
ENGINE_VERSION = max(ENGINE_CHANGES)

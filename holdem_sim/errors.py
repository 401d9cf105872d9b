"""The two ways to fail, told apart by the exit code."""


class InputError(ValueError):
    """Wrong usage or input: one clear line for the person who gave it. Exit code 2."""


class RunError(RuntimeError):
    """Something failed while running: a full disk, a foreign shard. Exit code 1."""

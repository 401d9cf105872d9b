"""A module beside a bot."""


def share(pot: int, price: int) -> float:
    return price / max(pot + price, 1)

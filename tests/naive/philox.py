"""Chance the slow way: Philox4x32-10 on Python integers, and the draws and decks made from it.

Written from the definition in Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3" (SC11):
ten rounds; each multiplies two of the four words by constants and mixes the high halves with the other two words
and the round's key; the key words grow by constants from round to round.
"""

WORD = 2**32
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
WEYL = 0x9E3779B9, 0xBB67AE85  # the golden ratio and the square root of 3, less 1, as fractions of 2^32
ROUNDS = 10
DECK, BOT = 1, 2  # streams
REDRAW = 8  # added to a stream: what replaces its rejected words

Counter = tuple[int, int, int, int]


def philox(counter: Counter, key: tuple[int, int]) -> Counter:
    """Four words of chance for four words of counter and two of key."""
    for number in range(ROUNDS):
        round_key = [(word + number * step) % WORD for word, step in zip(key, WEYL, strict=True)]
        counter = one_round(counter, round_key)
    return counter


def one_round(counter: Counter, round_key: list[int]) -> Counter:
    """The high half of a product meets the word beside it and a key word; the low half moves on."""
    high_0, low_0 = divmod(MULTIPLIERS[0] * counter[0], WORD)
    high_1, low_1 = divmod(MULTIPLIERS[1] * counter[2], WORD)
    return high_1 ^ counter[1] ^ round_key[0], low_1, high_0 ^ counter[3] ^ round_key[1], low_0


def draw(seed: int, stream: int, index: int, sub: int, part: int) -> Counter:
    """Four words f(seed, stream, index, sub, part); the counter's last: 4 bits stream, 28 bits part."""
    return philox((index % WORD, index // WORD, sub, stream * 2**28 + part), (seed % WORD, seed // WORD))


def bot_key(seed: int, stream: int, hand: int, seat: int, decision: int) -> int:
    """64 bits for one decision, low word first."""
    low, high, _, _ = draw(seed, BOT, stream, hand, seat * 2**24 + decision)
    return low + high * WORD


def split(key: int, index: int) -> int:
    """Another 64-bit key: output ``index`` of SplitMix64 begun at ``key`` (Steele, Lea, Flood, OOPSLA 2014)."""
    state = (key + (index + 1) * 0x9E3779B97F4A7C15) % 2**64
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
    return state ^ (state >> 31)


def is_rejected(word: int, bound: int) -> bool:
    """Lemire 2019: a word whose scaled remainder is among the 2^32 mod bound surplus ones is thrown away."""
    return word * bound % WORD < WORD % bound


def below(key: int, bound: int) -> int:
    """A fair number below ``bound``: the low word of the key, then of its splits, until one is kept."""
    word, attempt = key % WORD, 0
    while is_rejected(word, bound):
        word, attempt = split(key, attempt) % WORD, attempt + 1
    return word * bound // WORD


def place(word: int, bound: int, seed: int, stream: int, index: int, sub: int, number: int) -> int:
    """A fair number below ``bound`` from the word for place ``number``; rejected words are drawn again."""
    attempt = 0
    while is_rejected(word, bound):
        word = draw(seed, REDRAW + stream, index, sub, number * 4096 + attempt)[0]
        attempt += 1
    return word * bound // WORD


def permute(items: list[int], seed: int, stream: int, index: int, sub: int) -> list[int]:
    """The items in a fair random order: Fisher-Yates from the front, one word for each place."""
    items = list(items)
    for i in range(len(items)):
        word = draw(seed, stream, index, sub, i // 4)[i % 4]
        other = i + place(word, len(items) - i, seed, stream, index, sub, i)
        items[i], items[other] = items[other], items[i]
    return items


def deck(seed: int, deal: int = 0, hand: int = 0) -> list[int]:
    """The whole deck of a deal."""
    return permute(list(range(52)), seed, DECK, deal, hand)

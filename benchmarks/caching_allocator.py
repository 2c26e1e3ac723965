"""torch's caching allocator for a GPU, simulated: how much memory a sequence of allocations takes.

As in c10's CUDACachingAllocator with its default settings, for one stream: sizes are rounded up to 512 bytes; those of
up to 1 MiB come from segments of 2 MiB, larger ones from segments of 20 MiB, or from segments of their own, a multiple
of 2 MiB, from 10 MiB on. The smallest free block that suffices is used, and split where enough remains. A freed block
joins its free neighbours. Segments are never returned, as in the pool of a CUDA graph.
"""

import itertools
from bisect import bisect_left, insort
from dataclasses import dataclass, field

MIB = 1 << 20

_GRANULE = 512
_SMALL = MIB
_SMALL_SEGMENT = 2 * MIB
_MEDIUM = 10 * MIB
_MEDIUM_SEGMENT = 20 * MIB
_LARGE_GRANULE = 2 * MIB


@dataclass(slots=True, eq=False)
class Block:
    """A part of a segment. previous, following: its neighbours in it"""

    size: int
    number: int
    is_small: bool
    is_free: bool = True
    previous: "Block | None" = None
    following: "Block | None" = None


@dataclass(slots=True)
class CachingAllocator:
    """reserved: bytes of all segments"""

    reserved: int = 0
    _free: dict[bool, list[tuple[int, int, Block]]] = field(default_factory=lambda: {True: [], False: []})
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def allocate(self, count: int) -> Block:
        """A block of at least `count` bytes."""
        size = _rounded(max(count, 1), _GRANULE)
        is_small = size <= _SMALL
        free = self._free[is_small]
        index = bisect_left(free, size, key=lambda entry: entry[0])
        block = free.pop(index)[2] if index < len(free) else self._new_segment(size, is_small)
        block.is_free = False
        rest = block.size - size
        if rest >= _GRANULE if is_small else rest > _SMALL:
            self._split(block, size)
        return block

    def free(self, block: Block) -> None:
        block.is_free = True
        for neighbour in (block.previous, block.following):
            if neighbour is not None and neighbour.is_free:
                self._free[block.is_small].remove((neighbour.size, neighbour.number, neighbour))
                block = _joined(block, neighbour)
        self._add(block)

    def _new_segment(self, size: int, is_small: bool) -> Block:
        large = _MEDIUM_SEGMENT if size < _MEDIUM else _rounded(size, _LARGE_GRANULE)
        segment = _SMALL_SEGMENT if is_small else large
        self.reserved += segment
        return Block(segment, next(self._numbers), is_small)

    def _split(self, block: Block, size: int) -> None:
        rest = Block(block.size - size, next(self._numbers), block.is_small)
        rest.previous, rest.following = block, block.following
        if rest.following is not None:
            rest.following.previous = rest
        block.following = rest
        block.size = size
        self._add(rest)

    def _add(self, block: Block) -> None:
        # The number decides before blocks would be compared.
        insort(self._free[block.is_small], (block.size, block.number, block))


def _joined(block: Block, neighbour: Block) -> Block:
    """The first of the two, which is now both."""
    first, second = (neighbour, block) if block.previous is neighbour else (block, neighbour)
    first.size += second.size
    first.following = second.following
    if first.following is not None:
        first.following.previous = first
    return first


def _rounded(size: int, granule: int) -> int:
    return -(-size // granule) * granule

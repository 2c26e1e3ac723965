"""The prose that the benchmarks synthesize: plain words in sentences of mixed length, as in a book."""

SHORT = "The kettle clicked off just as the first rain reached the window."

MEDIUM = (
    "My grandmother kept bees behind the orchard, in six white boxes that leaned a little to the south. "
    "Every spring she painted a new mark above each door, a square, a star or a fish, so that the bees, she "
    "said, would find the right house. I never saw one of them hesitate, and I never saw her wear gloves."
)

LONG = (
    "The ferry to the outer islands leaves at seven in the morning, whatever the weather, and it has never "
    "once waited for anybody. On the day of the storm there were four of us on board: the captain, a "
    "schoolteacher with a crate of books, a man who mended clocks, and me. Nobody spoke until the harbor wall "
    "had slipped out of sight. Then the teacher asked how long the crossing would take, and the captain "
    "laughed. On a good day, he said, it takes two hours; on a day like this, it takes as long as it takes. "
    "The waves came from the side at first, slow and gray, and the boat leaned into each of them like a tired "
    "horse. The man who mended clocks held a wooden case on his knees. Inside it, he told us, was the "
    "movement of the church clock, which had stopped in the winter and had spent three months on his bench. "
    "He had cleaned every wheel, replaced one spring, and found, between two plates of brass, a small dry "
    "leaf that must have been there for a hundred years. He had put the leaf back. Why would you do that, the "
    "teacher wanted to know. Because the clock kept good time with it, he answered, and because I was not the "
    "one who put it there. Around noon the wind dropped. The islands rose out of the water one after another, "
    "green and very near, and we could smell wet grass and smoke. Somebody on the pier was waving a yellow "
    "coat. The captain cut the engine, the ropes flew, and the old boat settled against the stones with a "
    "sound like a sigh of relief. We stepped ashore one by one, stiff and happy, and the clock went up first."
)


def _repeated(text: str, words: int) -> str:
    parts = text.split()
    return " ".join((parts * (words // len(parts) + 1))[:words])


# It begins like LONG, so that only the length can cause a difference in the time to first audio.
VERY_LONG = _repeated(LONG, 2000)

TEXTS = {"short": SHORT, "medium": MEDIUM, "long": LONG, "very_long": VERY_LONG}

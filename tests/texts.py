"""Long inputs that many tests share."""

SENTENCES = " ".join(f"This is sentence number {i}, and it says rather little." for i in range(30))
BOOK = " ".join(f"Sentence {i} of a long book goes on and on." for i in range(400))

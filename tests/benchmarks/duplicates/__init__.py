"""Sets of copies and look-alikes -> what is found of them, by us and by others; decisions, and many photos."""

"""What is written in photos: what it costs to read, what is read, and what is found by it."""

"""Lines of a command on stderr, without its remark about a busy computer."""

BUSY = "This computer is very busy; still working.\n"


def next_line(stream):
    while (line := stream.readline()) == BUSY:
        pass
    return line


def all_else(stream):
    return "".join(line for line in stream if line != BUSY)

"""Photos that a run named and no manifest did, looked at one by one: what those share that truly share something.

Judged after the runs, over the points that agree, as relevance is pooled: a named pair that is not listed here counts
as named falsely. That two photos share a part, or are two shots of one scene, is right for these; that one is a copy of
the other is not.
"""

# By origin, of what other_set.py makes.
OF_OTHER_SET = {
    "the page or desk beside two covers": (
        ("print 002", "print 006", "print 010"),
        ("print 034", "print 038"),
        ("print 014", "print 018", "print 026", "print 030"),
        ("print 053", "print 057"),
    ),
    "a cover that lies below another": (
        ("print 004", "print 005"),
        ("print 008", "print 009"),
        ("print 024", "print 025"),
        ("print 037", "print 038"),
    ),
    "the lettering of a series": (
        ("print 046", "print 052"),
        ("print_0934", "print_0936"),
        ("print_0938", "print_0943"),
    ),
    "one brand's carton": (
        ("shelf_0784", "shelf_0814"),
        ("shelf_0814", "shelf_0833"),
        ("shelf_0801", "shelf_0837"),
        ("shelf_0821", "shelf_0828"),
        ("shelf_0837", "shelf_0867"),
        ("shelf_0808", "shelf_0820"),
        ("shelf_0825", "shelf_0844"),
        ("shelf_0819", "shelf_0836"),
        ("shelf_0750", "shelf_0774", "shelf_0780"),
        ("shelf_0780", "shelf_0826"),
    ),
    "one shelf, heap or street, shot twice": (
        ("shelf_0816", "shelf_0863"),
        ("shelf_0753", "shelf_0820"),
        ("shelf_0787", "shelf_0861"),
        ("scene_0389", "scene_0426"),
    ),
}


def groups(shared):
    """Each group of photos with what its photos share, told apart from that of other groups."""
    for what, found in shared.items():
        for names in found:
            yield f"{what}: {', '.join(names)}", names

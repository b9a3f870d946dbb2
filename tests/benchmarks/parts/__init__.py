"""Small things in large pictures: grids, rules and lines chosen on half A of rendered scenes, reported on half B."""

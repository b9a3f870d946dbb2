"""Rendered scenes as JPEG files whose names say nothing, and sentences for what is among them and what is not."""

from cbir.demo.scenes import caption, draw_scenes
from tests.cbir.trained_model import photo_of


def write_scenes(folder, scenes, rng):
    """Write one photo of each scene."""
    folder.mkdir(parents=True)
    written = {}
    for number, scene in enumerate(scenes):
        path = folder / f"photo {number:04}.jpg"
        path.write_bytes(photo_of(scene, rng))
        written[path] = scene
    return written


def held_and_absent(groups, photos, asked, rng):
    """Scenes for a library, and as many as are asked for that none of its photos shows; half of each have one group."""
    dealt = [groups[index] for index in rng.permutation(len(groups))]
    kept, unseen = dealt[: len(dealt) * 4 // 5], dealt[len(dealt) * 4 // 5 :]
    held = (
        *draw_scenes(kept, photos // 2, group_count=1, rng=rng),
        *draw_scenes(kept, photos - photos // 2, group_count=2, rng=rng),
    )
    singles = draw_scenes(unseen, asked // 2, group_count=1, rng=rng)
    # Most of their groups are in the library, only not together.
    pairs = [scene for scene in draw_scenes(groups, photos, group_count=2, rng=rng) if scene not in set(held)]
    return held, (*singles, *pairs[: asked - len(singles)])


def sentences_for(scenes, rng):
    return [caption(scene, rng) for scene in scenes]

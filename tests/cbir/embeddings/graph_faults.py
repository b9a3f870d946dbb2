"""Faults in what the program ships of a model, planted in open_clip's model after its weights were noted."""


class NoPlaceError(Exception):
    """The architecture has nothing of the kind."""


def swap_queries_and_keys(towers):
    import torch
    from torch import nn

    attention = _first(towers, nn.MultiheadAttention)
    for name in ("in_proj_weight", "in_proj_bias"):
        q, k, v = getattr(attention, name).detach().chunk(3)
        setattr(attention, name, nn.Parameter(torch.cat([k, q, v])))


def transpose_a_square(towers):
    from torch import nn

    attention = _first(towers, nn.MultiheadAttention)
    attention.out_proj.weight = nn.Parameter(attention.out_proj.weight.detach().T.contiguous())


def exchange_blocks(towers):
    blocks = _text(towers).transformer.resblocks
    blocks[0], blocks[1] = blocks[1], blocks[0]


def other_gelu(towers):
    """The one that another kind of model has: tanh for erf, erf for tanh."""

    from torch import nn

    block = _text(towers).transformer.resblocks[1]
    used = block.mlp.gelu
    block.mlp.gelu = nn.GELU("none" if getattr(used, "approximate", "none") == "tanh" else "tanh")


def quick_gelu(towers):
    from open_clip.transformer import QuickGELU

    _text(towers).transformer.resblocks[1].mlp.gelu = QuickGELU()


def other_eps(towers):
    norm = _text(towers).transformer.resblocks[1].ln_2
    norm.eps = 1e-6 if norm.eps > 5e-6 else 1e-5


def other_eps_of_pictures(towers):
    from torch import nn

    norm = _first(towers, nn.LayerNorm, of=towers.image)
    norm.eps = 1e-6 if norm.eps > 5e-6 else 1e-5


def other_token(towers):
    """Read the embedding at the first token, or at the last where the first is right."""
    for part in {towers.text, _text(towers)}:
        for name in ("pool_type", "text_pool_type"):
            if hasattr(part, name):
                setattr(part, name, "last" if getattr(part, name) == "first" else "first")


def change_a_mean(towers):
    """One number of one batch normalisation."""

    from torch import nn

    norm = _first(towers, nn.BatchNorm2d)
    mean = norm.running_mean.clone()
    mean[0] += 0.1
    norm.running_mean = mean


def exchange_means(towers):
    from torch import nn

    norms = [module for module in towers.model.modules() if isinstance(module, nn.BatchNorm2d)]
    first = next(iter(norms), None)
    other = next((norm for norm in norms[1:] if norm.num_features == norms[0].num_features), None)
    if first is None or other is None:
        raise NoPlaceError
    first.running_mean, other.running_mean = other.running_mean, first.running_mean


FAULTS = {
    "queries and keys of one block swapped": swap_queries_and_keys,
    "a square matrix transposed": transpose_a_square,
    "two blocks exchanged": exchange_blocks,
    "another gelu in one block (tanh, erf)": other_gelu,
    "another gelu in one block (sigmoid)": quick_gelu,
    "another eps of one normalisation of texts": other_eps,
    "another eps of one normalisation of pictures": other_eps_of_pictures,
    "another pooling token": other_token,
    "one number of one batch-norm mean changed": change_a_mean,
    "two batch-norm means exchanged": exchange_means,
}


def _first(towers, kind, of=None):
    found = next((module for module in (of or towers.model).modules() if isinstance(module, kind)), None)
    if found is None:
        raise NoPlaceError
    return found


def _text(towers):
    return getattr(towers.model, "text", towers.model)

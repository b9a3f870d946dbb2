"""open_clip's models, taken apart into an image tower and a text tower. Importing this loads torch and open_clip."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import open_clip
import torch
from open_clip.transformer import ResidualAttentionBlock, VisionTransformer, text_global_pool
from torch import Tensor, nn

POOLED_AT_END = {"argmax", "eos"}


class Encoding(nn.Module):
    """One of a model's encoding methods as a module."""

    def __init__(self, model: nn.Module, method: str) -> None:
        super().__init__()
        self.model = model
        self.method = method

    def forward(self, batch: Tensor) -> Tensor:
        result: Tensor = getattr(self.model, self.method)(batch)
        return result


class CausalText(nn.Module):
    """A causal text tower that also reads shorter contexts.

    A token sees only earlier tokens, and the embedding is taken at the end token. Padding after it therefore changes
    nothing, and a sentence of ten tokens needs an eighth of the work. The steps follow open_clip's CLIP.encode_text.
    """

    def __init__(self, text: Any) -> None:
        super().__init__()
        self.token_embedding = text.token_embedding
        self.transformer = text.transformer
        self.ln_final = text.ln_final
        self.positional_embedding = text.positional_embedding
        self.text_projection = text.text_projection
        self.attn_mask: Tensor
        self.register_buffer("attn_mask", text.attn_mask, persistent=False)
        self.pool_type, self.eos_id = _pooling(text)

    def forward(self, tokens: Tensor) -> Tensor:
        length = tokens.shape[1]
        dtype = self.transformer.get_cast_dtype()
        rows = self.token_embedding(tokens).to(dtype) + self.positional_embedding[:length].to(dtype)
        rows = self.ln_final(self.transformer(rows, attn_mask=self.attn_mask[:length, :length]))
        pooled: Tensor = text_global_pool(rows, tokens, self.pool_type, eos_token_id=self.eos_id)
        if self.text_projection is None:
            return pooled
        if isinstance(self.text_projection, nn.Linear):
            projected: Tensor = self.text_projection(pooled)
            return projected
        result: Tensor = pooled @ self.text_projection
        return result


class PlainAttention(nn.Module):
    """torch's multi-head self-attention in few operations, for exporting: torch's own module freezes the length.

    Vaswani et al., "Attention is all you need", NeurIPS 2017, section 3.2.
    """

    def __init__(self, attention: nn.MultiheadAttention) -> None:
        super().__init__()
        weights = attention.in_proj_weight.detach().chunk(3)
        bias: Tensor | None = attention.in_proj_bias
        biases = (None,) * 3 if bias is None else bias.detach().chunk(3)
        self.query, self.key, self.value = map(_linear, weights, biases)
        self.out_proj = attention.out_proj
        self.heads, self.width = attention.num_heads, attention.head_dim

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        need_weights: bool = False,
        attn_mask: Tensor | None = None,
    ) -> tuple[Tensor, None]:
        """Attend over (n, length, d). key and value are query itself: only self-attention is replaced."""
        if key is not query or value is not query or need_weights:
            raise ValueError("only self-attention is replaced")
        return self._attend(query, query, attn_mask), None

    def first_row(self, rows: Tensor) -> Tensor:
        """The first row of forward()'s result: (n, length, d) -> (n, 1, d)."""
        return self._attend(rows[:, :1], rows, None)

    def _attend(self, queries: Tensor, rows: Tensor, mask: Tensor | None) -> Tensor:
        """Let queries (n, q, d) attend over rows (n, length, d). Returns (n, q, d)."""
        q, k, v = self._split(self.query(queries)), self._split(self.key(rows)), self._split(self.value(rows))
        scores = (q * self.width**-0.5) @ k.transpose(-2, -1)
        if mask is not None:
            scores = scores + mask
        result: Tensor = self.out_proj((scores.softmax(dim=-1) @ v).transpose(1, 2).flatten(2))
        return result

    def _split(self, rows: Tensor) -> Tensor:
        """Split rows into heads: (n, length, d) -> (n, heads, length, width)."""
        return rows.view(rows.shape[0], rows.shape[1], self.heads, self.width).transpose(1, 2)


def _linear(weight: Tensor, bias: Tensor | None) -> nn.Linear:
    """A linear layer that shares another module's weights."""
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None, device="meta")
    layer.weight = nn.Parameter(weight, requires_grad=False)
    layer.bias = None if bias is None else nn.Parameter(bias, requires_grad=False)  # type: ignore[assignment]
    return layer


class ClassTokenBlock(nn.Module):
    """The last residual block of an image tower, for the class token only: its other rows are not used."""

    def __init__(self, block: ResidualAttentionBlock) -> None:
        super().__init__()
        self.block = block
        attention: Any = block.attn
        self.attention = PlainAttention(attention)

    def forward(self, rows: Tensor, attn_mask: Tensor | None = None) -> Tensor:
        block = self.block
        first = rows[:, :1] + block.ls_1(self.attention.first_row(block.ln_1(rows)))
        result: Tensor = first + block.ls_2(block.mlp(block.ln_2(first)))
        return result


@contextlib.contextmanager
def made_exportable(module: nn.Module) -> Iterator[None]:
    """Make a tower compute the same in operations that suit ONNX, within the block."""
    with contextlib.ExitStack() as stack:
        if isinstance(module, VisionTransformer) and module.pool_type == "tok" and module.attn_pool is None:
            blocks = module.transformer.resblocks
            if _is_plain(blocks[-1]):
                stack.callback(blocks.__setitem__, len(blocks) - 1, blocks[-1])
                blocks[-1] = ClassTokenBlock(blocks[-1]).eval()
        for block in list(module.modules()):
            if _is_plain(block):
                attention: Any = block.attn
                stack.callback(setattr, block, "attn", attention)
                block.attn = PlainAttention(attention).eval()
        yield


def _is_plain(block: Any) -> bool:
    """True if a block has ordinary self-attention."""
    attention = getattr(block, "attn", None)
    return (
        isinstance(block, ResidualAttentionBlock)
        and type(attention) is nn.MultiheadAttention
        and attention.batch_first
        and attention._qkv_same_embed_dim
        and attention.bias_k is None
        and not attention.add_zero_attn
        and not hasattr(block, "ln_1_kv")
    )


def image_tower(model: Any) -> nn.Module:
    """The module that embeds pictures."""
    if isinstance(model, (open_clip.CLIP, open_clip.CustomTextCLIP)):
        visual: nn.Module = model.visual
        return visual
    return Encoding(model, "encode_image")


def text_tower(model: Any) -> tuple[nn.Module, bool]:
    """The module that embeds texts, and True if it also reads shorter contexts.

    It has no part of the image tower if the model can be divided.
    """
    text = model.text if isinstance(model, open_clip.CustomTextCLIP) else model
    if isinstance(model, (open_clip.CLIP, open_clip.CustomTextCLIP)) and _is_causal(text):
        return CausalText(text), True
    if isinstance(model, open_clip.CustomTextCLIP):
        return text, False
    if isinstance(model, open_clip.CLIP):
        alone = copy.copy(model)  # shares the weights
        alone._modules = {name: part for name, part in model._modules.items() if name != "visual"}
        return Encoding(alone, "encode_text"), False
    return Encoding(model, "encode_text"), False


def _is_causal(text: Any) -> bool:
    mask = getattr(text, "attn_mask", None)
    if mask is None or _pooling(text)[0] not in POOLED_AT_END:
        return False
    if getattr(text, "cls_emb", None) is not None or getattr(text, "use_pad_mask", False):
        return False
    hidden = torch.isneginf(mask)
    return bool((hidden == torch.ones_like(hidden).triu(1)).all())


def _pooling(text: Any) -> tuple[str, int | None]:
    """Pooling and end token of a text tower, under the names of CLIP itself or of its text towers."""
    kind = getattr(text, "text_pool_type", None) or getattr(text, "pool_type", "")
    end = (
        getattr(text, "text_eos_id", None) if hasattr(text, "text_eos_id") else getattr(text, "eos_id", None)
    )
    return str(kind), end

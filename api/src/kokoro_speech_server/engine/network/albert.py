"""ALBERT (Lan et al., 2020), which reads the phonemes: all its layers have the same weights.

It computes what the transformers library does with fewer operations.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.albert_parameters import AlbertLayer, AlbertModel
from kokoro_speech_server.engine.network.onednn import has_onednn, order_linear_layers

_MASKED = -1e4
"""Added to the score of a token that nothing may attend to: its weight becomes exactly 0. Not infinite, which makes NaN
where there is no other token."""

_MASK_ALIGNMENT = 8
"""CUDA's attention copies the mask in each layer unless its rows begin at multiples of this."""


class Albert(torch.nn.Module):
    """Takes over the library's modules.

    joined:  whether one product makes queries, keys and values. It takes a copy of their weights, which several rows in
             a pass are worth.
    ordered: whether the layers' weights are copied into the order in which oneDNN computes, if there is one. It then
             makes queries, keys and values as fast by three products.
    """

    def __init__(self, model: AlbertModel, *, joined: bool, ordered: bool = False) -> None:
        super().__init__()
        config = model.config
        assert (config.num_hidden_groups, config.inner_group_num, config.hidden_act) == (1, 1, "gelu_new")
        self._heads = config.num_attention_heads
        self._depth = config.num_hidden_layers
        self._embeddings = model.embeddings
        self._widening = model.encoder.embedding_hidden_mapping_in
        group = model.encoder.albert_layer_groups[0]
        self._layer = cast(AlbertLayer, cast(Any, group).albert_layers[0])
        is_ordered = ordered and has_onednn(model.dtype)
        if is_ordered:
            order_linear_layers(self._layer)
        self._is_joined = joined and not is_ordered

    def forward(self, ids: torch.Tensor, inside: torch.Tensor | None) -> torch.Tensor:
        """[rows, tokens, 768]

        ids:    int64 [rows, tokens]
        inside: bool [rows, tokens], False at padding; None without padding
        """
        embeddings = self._embeddings
        positions = embeddings.position_embeddings.weight[: ids.shape[1]]
        x = embeddings.word_embeddings(ids).add_(positions + embeddings.token_type_embeddings.weight[0])
        x = self._widening(embeddings.LayerNorm(x))
        mask = None if inside is None else _attention_mask(inside, x.dtype)
        layer, attention = self._layer, self._layer.attention
        for _ in range(self._depth):
            x = attention.LayerNorm(attention.dense(self._attended(x, mask)).add_(x))
            y = F.gelu(layer.ffn(x), approximate="tanh")
            x = layer.full_layer_layer_norm(layer.ffn_output(y).add_(x))
        return cast(torch.Tensor, x)

    def _attended(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """[rows, tokens, 768] -> the same shape"""
        query, key, value = (
            part.view(*x.shape[:2], self._heads, -1).transpose(1, 2) for part in self._projected(x)
        )
        return F.scaled_dot_product_attention(query, key, value, mask).transpose(1, 2).flatten(2)

    def _projected(self, x: torch.Tensor) -> Iterable[torch.Tensor]:
        """Queries, keys and values of all heads, each [rows, tokens, 768]."""
        if self._is_joined:
            return F.linear(x, *self._joined).chunk(3, 2)
        attention = self._layer.attention
        return (part(x) for part in (attention.query, attention.key, attention.value))

    @cached_property
    def _joined(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weight and bias. Made when they are first needed: a network that is only kept for a failure shares the
        library's weights."""
        attention = self._layer.attention
        parts = attention.query, attention.key, attention.value
        return (
            torch.cat([part.weight.detach() for part in parts]),
            torch.cat([part.bias.detach() for part in parts]),
        )


def _attention_mask(inside: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """[rows, 1, tokens, tokens], to be added to the scores."""
    rows, tokens = inside.shape
    mask = torch.full(
        (rows, -(-tokens // _MASK_ALIGNMENT) * _MASK_ALIGNMENT), _MASKED, dtype=dtype, device=inside.device
    )[:, :tokens]
    mask.masked_fill_(inside, 0)
    return mask[:, None, None].expand(-1, 1, tokens, -1)

"""ALBERT's parameters, by the names and in the modules of the transformers library, without what computes with them.

The `kokoro` library takes ALBERT from transformers, whose import takes more than four seconds of CPU and 140 MB in each
process with a model: torch's compiler, SymPy and SciPy come with it. The server computes ALBERT itself, in
`network/albert.py`, and needs the parameters only.
"""

from typing import Any

import torch
from torch import nn


class AlbertConfig:
    """The sizes of a model, of which those that a file of Kokoro does not name have ALBERT's values."""

    def __init__(self, **fields: Any) -> None:
        self.vocab_size: int = fields["vocab_size"]
        self.embedding_size: int = fields.get("embedding_size", 128)
        self.hidden_size: int = fields["hidden_size"]
        self.intermediate_size: int = fields["intermediate_size"]
        self.num_attention_heads: int = fields["num_attention_heads"]
        self.num_hidden_layers: int = fields.get("num_hidden_layers", 12)
        self.num_hidden_groups: int = fields.get("num_hidden_groups", 1)
        self.inner_group_num: int = fields.get("inner_group_num", 1)
        self.max_position_embeddings: int = fields.get("max_position_embeddings", 512)
        self.type_vocab_size: int = fields.get("type_vocab_size", 2)
        self.hidden_act: str = fields.get("hidden_act", "gelu_new")
        self.layer_norm_eps: float = fields.get("layer_norm_eps", 1e-12)


class AlbertModel(nn.Module):
    """It cannot be called."""

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = _Embeddings(config)
        self.encoder = _Encoder(config)
        self.pooler: nn.Module | None = None

    @property
    def dtype(self) -> torch.dtype:
        return next(self.parameters()).dtype

    @property
    def device(self) -> torch.device:
        return next(self.parameters()).device


class _Embeddings(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.embedding_size
        self.word_embeddings = nn.Embedding(config.vocab_size, size)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, size)
        self.LayerNorm = nn.LayerNorm(size, eps=config.layer_norm_eps)


class _Encoder(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self.embedding_hidden_mapping_in = nn.Linear(config.embedding_size, config.hidden_size)
        self.albert_layer_groups = nn.ModuleList(_Group(config) for _ in range(config.num_hidden_groups))


class _Group(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self.albert_layers = nn.ModuleList(AlbertLayer(config) for _ in range(config.inner_group_num))


class AlbertLayer(nn.Module):
    """Attention and what follows it."""

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.full_layer_layer_norm = nn.LayerNorm(size, eps=config.layer_norm_eps)
        self.attention = _Attention(config)
        self.ffn = nn.Linear(size, config.intermediate_size)
        self.ffn_output = nn.Linear(config.intermediate_size, size)


class _Attention(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.query = nn.Linear(size, size)
        self.key = nn.Linear(size, size)
        self.value = nn.Linear(size, size)
        self.dense = nn.Linear(size, size)
        self.LayerNorm = nn.LayerNorm(size, eps=config.layer_norm_eps)

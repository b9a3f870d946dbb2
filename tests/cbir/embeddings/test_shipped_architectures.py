"""Graphs that come with the program are found by the name of their architecture."""

from cbir.embeddings.shipped_graphs import shipped_architecture


def test_an_architecture_has_its_own_graph_and_another_one_none():
    graph = shipped_architecture("ViT-B-32")
    assert graph is not None and graph.architecture == "ViT-B-32"
    assert shipped_architecture("ViT-unknown") is None

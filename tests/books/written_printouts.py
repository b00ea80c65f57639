"""Reference trees as rpart, J48 and C4.5 print them; their layouts are those of the programs."""

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]


def _below(nodes: list[Node], at: int) -> list[Node]:
    return [node for node in nodes if node["parent"] == at]


def _indented(nodes: list[Node], at: int, depth: int, colon: str, bar: str) -> Iterator[str]:
    for node in _below(nodes, at):
        edge = node["edge"]
        value = edge["value"]
        value = f"{value:g}" if isinstance(value, float | int) else value
        line = f"{bar * depth}{edge['feature']} {edge['op']} {value}"
        if not node["leaf"]:
            yield line + (" :" if colon == " :" else "")
            yield from _indented(nodes, node["id"], depth + 1, colon, bar)
            continue
        err = f"/{node['err']:.1f}" if node.get("err") else ""
        yield f"{line}{colon} {node['pred']} ({node['n']:.1f}{err})"


def c45(nodes: list[Node]) -> str:
    """Quinlan's Release 8."""
    head = "C4.5 [release 8] decision tree generator\n\nDecision Tree:\n\n"
    return head + "\n".join(_indented(nodes, 0, 0, " :", "|   ")) + "\n\nTree saved\n"


def j48(nodes: list[Node]) -> str:
    """Weka's."""
    leaves = sum(node["leaf"] for node in nodes)
    lines = "\n".join(_indented(nodes, 0, 0, ":", "|   "))
    foot = f"\n\nNumber of Leaves  : \t{leaves}\n\nSize of the tree : \t{len(nodes)}\n"
    return "J48 unpruned tree\n------------------\n\n" + lines + foot


def rpart(nodes: list[Node], classes: list[str]) -> str:
    """rpart's, of classes: the larger branch may stand first, and < goes with >=."""
    by_id = {node["id"]: node for node in nodes}
    n = nodes[0]["n"]
    head = f"n= {n} \n\nnode), split, n, loss, yval, (yprob)\n      * denotes terminal node\n\n"
    return head + "\n".join(_rpart(by_id, 0, 1, "root", classes)) + "\n"


def _rpart(
    nodes: dict[int, Node], at: int, number: int, said: str, classes: list[str]
) -> Iterator[str]:
    node = nodes[at]
    counts = [node["counts"].get(one, 0) for one in classes]
    best = max(range(len(classes)), key=counts.__getitem__)
    shares = " ".join(f"{count / node['n']:.8f}" for count in counts)
    star = " *" if node["leaf"] else "  "
    indent = "  " * (number.bit_length() - 1)
    loss = node["n"] - counts[best]
    yield f"{indent}{number}) {said} {node['n']} {loss} {classes[best]} ({shares}){star}"
    if node["leaf"]:
        return
    cut = f"{node['threshold']:.7g}"
    pairs = [
        (f"{node['feature']}< {cut}", node["left"]),
        (f"{node['feature']}>={cut}", node["right"]),
    ]
    if nodes[node["right"]]["n"] > nodes[node["left"]]["n"]:
        pairs.reverse()
    for k, (text, child) in enumerate(pairs):
        yield from _rpart(nodes, child, 2 * number + k, text, classes)

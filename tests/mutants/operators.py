"""Small changes to a module's code, each of which some test ought to notice.

A change replaces one node of the syntax tree: a comparison by its neighbour, a condition by true and by
false, one operand of ``and`` or ``or`` left out, a keyword argument left out, an enum member by the next
one, a number by the next one.  Annotations, imports, assertions, exceptions and sentences stay as they are.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

ENGINE = Path(__file__).resolve().parents[2] / "engine"
COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
UNTOUCHED = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.JoinedStr, ast.Global)
UNTOUCHED_FIELDS = {"annotation", "returns", "decorator_list", "targets", "ctx", "target", "cls"}


@dataclass(eq=False, slots=True)
class Mutant:
    """One change, and where it is."""

    module: str
    """``engine.trick_play``."""
    function: str
    """Dotted name of the outermost function it is in; empty where it is in none."""
    line: int
    """Where its statement begins in the file."""
    lines: range
    """Of its statement, counted from the first line of its function."""
    name: str
    """The same from run to run: module, function, what was and what is; counted where that is not one."""
    digest: str
    """Of the function (else the statement of the module), so that no result is kept when that changed."""
    tree: ast.Module
    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST

    @property
    def key(self) -> tuple[str, str]:
        """What a result is kept under: its name, the digest of its function."""
        return self.name, self.digest

    def code(self) -> CodeType:
        """The changed module."""
        holder = vars(self.parent) if self.at is None else getattr(self.parent, self.field)
        at = self.field if self.at is None else self.at
        before, holder[at] = holder[at], self.node
        try:
            return compile(ast.fix_missing_locations(self.tree), str(path_of(self.module)), "exec")
        finally:
            holder[at] = before


def path_of(module: str) -> Path:
    """The file of ``engine.games.block``."""
    return ENGINE.joinpath(*module.split(".")[1:]).with_suffix(".py")


@cache
def members() -> Mapping[str, Mapping[str, str]]:
    """Enum -> member -> the next member, for every enum of the engine."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and any(ast.unparse(b) == "Enum" for b in node.bases):
                names = [ast.unparse(line.targets[0]) for line in node.body if isinstance(line, ast.Assign)]
                found[node.name] = dict(zip(names, [*names[1:], names[0]], strict=True))
    return found


def functions(module: str) -> Iterator[tuple[str, range]]:
    """The outermost functions of *module*, with their lines."""

    def below(node: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, range]]:
        for child in node.body:
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                called = f"{name}.{child.name}" if name else child.name
                if isinstance(child, ast.ClassDef):
                    yield from below(child, called)
                else:
                    yield called, range(child.lineno, (child.end_lineno or child.lineno) + 1)

    return below(ast.parse(path_of(module).read_text(encoding="utf-8")), "")


def mutants(module: str) -> list[Mutant]:
    """Every change to *module*, in order."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    found: list[Mutant] = []
    names: dict[str, int] = {}
    for parent, field, at, node, function, lines in _places(tree, "", None, range(0)):
        if _is_condition(parent, field) and _only_negated(node):
            continue
        for other in alternatives(node):
            inside = "" if function is None else function[0]
            name = f"{module}:{inside}: {_told(node, other)}"
            names[name] = names.get(name, 0) + 1
            name += f" ({names[name]})" if names[name] > 1 else ""
            whole = _statement(tree, lines.start) if function is None else function[1]
            above = 0 if function is None else whole.lineno
            own = range(lines.start - above, lines.stop - above)
            found.append(
                Mutant(module, inside, lines.start, own, name, _digest(whole), tree, parent, field, at, other)
            )
    return found


def _statement(tree: ast.Module, line: int) -> ast.stmt:
    """The one of the module's own statements that *line* is in."""
    return next(node for node in tree.body if node.lineno <= line <= (node.end_lineno or line))


def _is_condition(parent: ast.AST, field: str) -> bool:
    return field in ("test", "guard", "ifs") or isinstance(parent, ast.BoolOp)


def _only_negated(node: ast.AST) -> bool:
    """Whether its only change is to its contrary: taking a condition for true and for false says more."""
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and not isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


Function = tuple[str, ast.FunctionDef]
Place = tuple[ast.AST, str, int | None, ast.AST, Function | None, range]


def _places(node: ast.AST, name: str, function: Function | None, lines: range) -> Iterator[Place]:
    """Every node below *node* that may be changed, with its place, its function and its statement's lines."""
    for field, value in ast.iter_fields(node):
        if field in UNTOUCHED_FIELDS or (isinstance(node, ast.FunctionDef) and field == "args"):
            continue
        several = isinstance(value, list)
        for at, child in enumerate(value if several else [value]):
            if not isinstance(child, ast.AST) or _untouched(child, node):
                continue
            own = _lines(child) if isinstance(child, ast.stmt | ast.match_case) else lines
            inside, called = function, name
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                called = f"{name}.{child.name}" if name else child.name
                if isinstance(child, ast.FunctionDef) and function is None:
                    inside = called, child
            yield node, field, at if several else None, child, inside, own
            yield from _places(child, called, inside, own)


def _untouched(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(node, UNTOUCHED) or (
        isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    alias = isinstance(parent, ast.Module) and isinstance(node, ast.Assign)
    return alias and isinstance(node.value, ast.BinOp | ast.Subscript | ast.List)


def _lines(node: ast.stmt | ast.match_case) -> range:
    """The lines of a statement, or of its head where others follow inside it."""
    if isinstance(node, ast.match_case):
        return range(node.pattern.lineno, (node.guard or node.pattern).end_lineno + 1)  # type: ignore[operator]
    body = getattr(node, "body", None)
    last = max(body[0].lineno - 1, node.lineno) if isinstance(body, list) else node.end_lineno
    return range(node.lineno, (last or node.lineno) + 1)


def alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of *node*."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield _with(node, ops=[COMPARED[type(op)]()])
        case ast.Compare(ops=[first, second]):
            yield _with(node, ops=[COMPARED[type(first)](), second])
            yield _with(node, ops=[first, COMPARED[type(second)]()])
        case ast.BoolOp(values=values):
            for at in range(len(values)):
                left = values[:at] + values[at + 1 :]
                yield left[0] if len(left) == 1 else _with(node, values=left)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in RECKONED:
            yield _with(node, op=RECKONED[type(op)]())
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.If() | ast.While():
            taken = (True, False) if isinstance(node, ast.If) else (False,)
            yield from (_with(node, test=ast.Constant(value)) for value in taken)
        case ast.comprehension(ifs=ifs) if ifs:
            yield from (_with(node, ifs=ifs[:at] + ifs[at + 1 :]) for at in range(len(ifs)))
        case ast.match_case(pattern=pattern, guard=guard):
            if not (isinstance(pattern, ast.MatchAs) and pattern.pattern is None):
                yield _with(node, guard=ast.Constant(False))
            if guard is not None:
                yield _with(node, guard=None)
        case ast.Call():
            yield from _calls(node)
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.Attribute(value=ast.Name(id=enum), attr=name) if name in members().get(enum, {}):
            yield _with(node, attr=members()[enum][name])
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in _others(value))


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield _with(node, func=ast.Name(CALLED[node.func.id], ast.Load()))
    for at, keyword in enumerate(node.keywords):
        if keyword.arg not in (None, "says", "slots", "frozen", "init", "repr", "compare"):
            yield _with(node, keywords=node.keywords[:at] + node.keywords[at + 1 :])


def _others(value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1,)
    if isinstance(value, str) and " " not in value:
        return ("XX" + value,)
    return ()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _told(node: ast.AST, other: ast.AST) -> str:
    """What was and what is, or which keyword argument is left out."""
    if (
        isinstance(node, ast.Call)
        and isinstance(other, ast.Call)
        and len(node.keywords) > len(other.keywords)
    ):
        (left_out,) = (one for one in node.keywords if one not in other.keywords)
        return f"{_short(node.func)}(...) without {_short(left_out)}"
    return f"{_short(node)} -> {_short(other)}"


def _short(node: ast.AST) -> str:
    """One line for *node*; only its head where it is a statement with others inside."""
    if isinstance(node, ast.If | ast.While):
        text = f"if {ast.unparse(node.test)}"
    elif isinstance(node, ast.match_case):
        guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
        text = f"case {ast.unparse(node.pattern)}{guard}"
    else:
        text = ast.unparse(node)
    text = " ".join(text.split())
    return text if len(text) <= 90 else f"{text[:60]}...{text[-27:]}"


@cache
def _digest(node: ast.AST) -> str:
    return hashlib.sha256(ast.unparse(node).encode()).hexdigest()[:12]

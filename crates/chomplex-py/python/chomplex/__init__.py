"""Poset games, solved, explained and certified.

>>> import chomplex as cx
>>> answer = cx.position("wheel(9)").solve()
>>> answer.grundy, answer.outcome
(1, 'first')
>>> str(answer.reason)
'search through 43 positions'
"""

from chomplex._errors import (
    BudgetError,
    CertificateError,
    ExpectationWarning,
    InternalError,
    MoveError,
    ParseError,
)
from chomplex._graphs import from_networkx
from chomplex._native import (
    Answer,
    Automorphisms,
    Certificate,
    Option,
    Options,
    Position,
    Probabilities,
    Reason,
    Reduction,
    Stats,
    Verdict,
    WinningMoves,
    __version__,
    check,
    count_classes,
    count_linear_extensions,
    count_positions,
    from_edges,
    from_facets,
    from_matrix,
    from_relations,
    position,
    precedence_probabilities,
    read,
    sample_linear_extension,
    sample_linear_extensions,
)
from chomplex._survey import survey

__all__ = [
    "Answer",
    "Automorphisms",
    "BudgetError",
    "Certificate",
    "CertificateError",
    "ExpectationWarning",
    "InternalError",
    "MoveError",
    "Option",
    "Options",
    "ParseError",
    "Position",
    "Probabilities",
    "Reason",
    "Reduction",
    "Stats",
    "Verdict",
    "WinningMoves",
    "__version__",
    "check",
    "count_classes",
    "count_linear_extensions",
    "count_positions",
    "from_edges",
    "from_facets",
    "from_matrix",
    "from_networkx",
    "from_relations",
    "position",
    "precedence_probabilities",
    "read",
    "sample_linear_extension",
    "sample_linear_extensions",
    "survey",
]

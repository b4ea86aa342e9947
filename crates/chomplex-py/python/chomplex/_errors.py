"""What can go wrong."""


class ParseError(ValueError):
    """A text that is no position. The message shows the place.

    >>> import chomplex as cx
    >>> try:
    ...     cx.position("path(3")
    ... except cx.ParseError as error:
    ...     print(error)
    ...     print(error.line, error.column)
    this `(` is never closed
      path(3
          ^
    1 5
    """

    line: int | None
    """The line of the mistake, from 1, where there is one."""
    column: int | None
    """The column of the mistake, in characters, from 1."""
    expected: str | None
    """What should be there, where that is known."""
    help: str | None
    """What was perhaps meant, where that is known."""

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message, line, column, expected, help)
        self.line, self.column, self.expected, self.help = line, column, expected, help

    def __str__(self) -> str:
        return str(self.args[0])


class MoveError(ValueError):
    """A move that cannot be played: no element has this name, or it is gone.

    >>> import chomplex as cx
    >>> cx.position("chomp(2,3)").play("1,1")
    Traceback (most recent call last):
    chomplex.MoveError: `1,1` is the poisoned corner: it is not a move
    """

    move: str | None
    """The move."""
    nearest: str | None
    """The name most like it, if one is close."""

    def __init__(self, message: str, move: str | None = None, nearest: str | None = None) -> None:
        super().__init__(message, move, nearest)
        self.move, self.nearest = move, nearest

    def __str__(self) -> str:
        return str(self.args[0])


class CertificateError(ValueError):
    """Something that is no certificate, or an answer for which none can be written."""

    line: int | None
    """The line that cannot be read, from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.line = line

    def __str__(self) -> str:
        return str(self.args[0])


class BudgetError(RuntimeError):
    """A budget that was spent before there was an answer, where part of one is of no use.

    >>> import chomplex as cx
    >>> try:
    ...     cx.count_linear_extensions("boolean(8)", time=0)
    ... except cx.BudgetError as error:
    ...     print(error.stopped_by)
    time
    """

    stopped_by: str
    """What was spent: "time", "memory", "size" or another."""

    def __init__(self, message: str, stopped_by: str) -> None:
        super().__init__(message, stopped_by)
        self.stopped_by = stopped_by

    def __str__(self) -> str:
        return str(self.args[0])


class InternalError(RuntimeError):
    """A mistake of this program. Nothing is wrong with the call; please report it."""


class ExpectationWarning(UserWarning):
    """Some rows of a survey are not as was expected."""


for _error in (ParseError, MoveError, CertificateError, BudgetError, InternalError, ExpectationWarning):
    _error.__module__ = "chomplex"

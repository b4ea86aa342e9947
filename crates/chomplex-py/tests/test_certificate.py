"""Certificates: every answer proves itself, and what is wrong is rejected."""

from pathlib import Path

import pytest

import chomplex as cx

POSITIONS = ["petersen", "boundary(5)", "wheel(7) + nim(3)", "chomp(3,4)", "zigzag-m(5)", "antichain(0)"]


@pytest.mark.parametrize("expression", POSITIONS)
def test_answers_are_certified(expression: str, tmp_path: Path) -> None:
    answer = cx.position(expression).solve()
    certificate = answer.certificate()
    path = tmp_path / "proof.cert"
    certificate.save(path)
    assert path.read_bytes() == bytes(certificate) == certificate.text.encode()
    for source in (certificate, path, str(path), bytes(certificate)):
        verdict = cx.check(source, position=expression)
        assert verdict and verdict.verdict == "verified"
        assert verdict.claim is not None and verdict.claim["grundy"] == answer.grundy
        assert verdict.steps and verdict.step is None and verdict.message is None
        assert set(verdict.assumed) <= set(answer.assumed)


def test_a_certificate_shows_its_claim() -> None:
    certificate = cx.position("petersen").solve().certificate()
    assert repr(certificate) == f'<Certificate: claim grundy 2, position "petersen", {len(bytes(certificate))} bytes>'


def test_only_who_wins() -> None:
    verdict = cx.position("subsets(9,3)").solve(outcome=True).certificate().check()
    assert verdict and verdict.claim is not None
    assert (verdict.claim["outcome"], verdict.claim["grundy"]) == ("first", None)


def test_a_wrong_certificate_is_rejected() -> None:
    text = bytes(cx.position("petersen").solve().certificate())
    verdict = cx.check(text.replace(b"grundy 2", b"grundy 3"))
    assert not verdict and verdict.verdict == "rejected"
    assert verdict.step == 2 and verdict.line == text.count(b"\n")
    assert verdict.message == "the step does not say what the certificate claims"
    assert str(verdict).startswith(
        "rejected: it does not prove that the poset in this file, labelled `petersen`, has Grundy value 3"
    )
    assert verdict.to_dict()["verdict"] == "rejected"


def test_another_position() -> None:
    certificate = cx.position("cycle(5)").solve().certificate()
    verdict = certificate.check("cycle(4)")
    assert not verdict and verdict.message is not None and "about another position" in verdict.message
    assert certificate.check("graph[01 12 23 34 40]")
    assert not certificate.check("cycle(6)")


def test_what_is_no_certificate(tmp_path: Path) -> None:
    text = bytes(cx.position("petersen").solve().certificate())
    with pytest.raises(cx.CertificateError, match="it is truncated") as caught:
        cx.check(text[:-8])
    assert caught.value.line == text.count(b"\n") - 1
    with pytest.raises(cx.CertificateError, match="this is not a chomplex certificate"):
        cx.check(b"")
    with pytest.raises(FileNotFoundError):
        cx.check(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        cx.check(tmp_path)
    with pytest.raises(TypeError, match="a certificate is expected"):
        cx.check(3)  # type: ignore[arg-type]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    certificate = cx.position("path(2)").solve().certificate()
    with pytest.raises(IsADirectoryError):
        certificate.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        certificate.save(tmp_path / "nowhere" / "proof")
    assert list(tmp_path.iterdir()) == []
    certificate.save("/dev/null")


def test_without_a_proof_there_is_no_certificate() -> None:
    with pytest.raises(cx.BudgetError) as caught:
        cx.position("subsets(8,3)").solve(time=0).certificate(time=0)
    assert caught.value.stopped_by == "time"

"""Which model SAYSO_MODEL names."""

import subprocess
import sys

import pytest

from chatsite.assistants import choose


@pytest.mark.parametrize("spec", ["", "builtin", " Builtin "])
def test_without_a_name_it_is_the_built_in_assistant(spec: str) -> None:
    assert choose(spec).name == "Built-in assistant"


def test_openai_names_the_model_of_a_compatible_server() -> None:
    model = choose("openai:meta/llama:70b", base_url="http://127.0.0.1:11434/v1", api_key=None)

    assert model.name == "meta/llama:70b"


@pytest.mark.parametrize("spec", ["gpt-5", "openai", "openai:", "mistral:", "builtin:x", "a b:c"])
def test_anything_else_is_refused_with_what_is_possible(spec: str) -> None:
    with pytest.raises(ValueError, match=r"builtin.*openai:<model>"):
        choose(spec)


def test_a_provider_without_its_client_says_what_to_install() -> None:
    with pytest.raises(ValueError, match=r"mistral .*not installed.* uv sync --extra models"):
        choose("mistral:mistral-large-latest")


def test_a_provider_without_its_key_says_which_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)

    with pytest.raises(ValueError, match="ANTHROPIC_API_KEY"):
        choose("anthropic:claude-sonnet-4-5")


def test_a_provider_there_is_none_of_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown model"):
        choose("nobody:x")


@pytest.mark.parametrize("base_url", ["127.0.0.1:11434", "ftp://x/v1", "http://", "nonsense", "http://[::1"])
def test_an_address_that_cannot_work_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError, match="OPENAI_BASE_URL"):
        choose("openai:m", base_url=base_url)


def test_a_key_that_cannot_work_is_refused_without_showing_it() -> None:
    with pytest.raises(ValueError, match="OPENAI_API_KEY") as refused:
        choose("openai:m", api_key="sk-secret\nX: y")

    assert "secret" not in str(refused.value)


def test_a_model_never_shows_its_key_or_the_password_in_its_address() -> None:
    model = choose("openai:m", base_url="http://vera:hidden@127.0.0.1:1/v1", api_key="sk-secret")

    assert "secret" not in repr(model)
    assert "hidden" not in repr(model)


def test_the_built_in_assistant_does_not_import_the_adapter_for_real_models() -> None:
    program = (
        "import sys; from chatsite.assistants import choose; choose('');"
        "sys.exit(bool({'chatsite.assistants.openai', 'pydantic_ai'} & set(sys.modules)))"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

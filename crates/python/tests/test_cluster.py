"""A cluster that loses a machine, or its driver, comes to the same results, each once."""

import json
import signal
import subprocess
import sys
import time

import pytest

ray = pytest.importorskip("ray")

from lossy import Victim, by_key, decided, head, jobs_of  # noqa: E402
from plywood import _native, cluster  # noqa: E402
from plywood.errors import PlywoodError  # noqa: E402

#: A few hundredths of a second for each of their pairs.
PLAYERS = {"a": "alpha-beta", "b": "mcts", "c": "random"}


@pytest.fixture(scope="module")
def nodes():
    """A head without processors and a way to get worker nodes."""
    made = head()
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_node_killed_in_the_middle_changes_nothing(nodes):
    victim = Victim(nodes)
    jobs = jobs_of(PLAYERS, 30, 500)
    expected = by_key(map(_native.run_job, jobs))
    seen = []

    def on_result(line):
        seen.append(line)
        if len(seen) > 15 and victim.is_alive:
            victim.kill_at_work()

    outcome = cluster.run(jobs, on_result=on_result)
    assert not victim.is_alive and outcome.lost > 0, "what was under way there is lost"
    assert outcome.failed == {}
    assert by_key(outcome.lines) == expected
    assert outcome.lines == seen
    nodes.remove_node(victim.node)


def test_a_sequential_test_ends_the_work_at_its_verdict(nodes, tmp_path):
    store = tmp_path / "games.db"
    news = []
    outcome = cluster.tournament(
        "quatro", {"a": "alpha-beta:depth=2", "r": "random"}, nodes=300, openings=2, hash=1 << 16,
        sprt={"elo0": 0, "elo1": 200}, store=store, progress=news.append)
    crossing = outcome.report["sprt"]["crossing"]
    assert crossing["conclusion"] == "passed"
    assert outcome.report["n_games"] < 400
    assert news[-1]["llr"][0] >= news[-1]["llr"][2]
    # Started again, there is nothing left to do, and the verdict stands.
    again = cluster.tournament(
        "quatro", {"a": "alpha-beta:depth=2", "r": "random"}, nodes=300, openings=2, hash=1 << 16,
        sprt={"elo0": 0, "elo1": 200}, store=store)
    assert again.lines == [] and again.report["sprt"]["crossing"] == crossing


def test_a_run_goes_on_when_its_driver_was_killed(nodes, tmp_path):
    jobs = jobs_of(PLAYERS, 12, 500)
    file, store = tmp_path / "jobs.jsonl", tmp_path / "results.db"
    file.write_text("\n".join(jobs))
    command = [sys.executable, "-m", "plywood.cluster", str(file), "--address", nodes.address,
               "--store", str(store), "--quiet"]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    before = [first.stdout.readline() for _ in range(5)]
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    second = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert second.returncode == 0, second.stderr
    lines = second.stdout.splitlines()
    results = by_key(lines)
    assert results == by_key(map(_native.run_job, jobs))
    assert all(results[json.loads(line)["key"]] == decided(json.loads(line)) for line in before)
    assert set(before) <= {line + "\n" for line in lines}, "kept, not run again"


def test_tuning_positions_and_puzzles(nodes):
    tuned = cluster.tune(
        "quatro", "alpha-beta:depth={d}",
        [{"name": "d", "start": 2, "low": 1, "high": 3, "step": 1, "is_whole": True}],
        steps=3, pairs=2, nodes=100, hash=1 << 16)
    assert tuned.report["taken"] == 3
    proven = cluster.solve_set(["quarto a..c/..57/...0/34.. 6", "a..c/..57/...0/34.. 6"], game="quarto")
    assert [result["value"] for result in proven.results] == [0]
    swept = cluster.sweep(["A"], ["bfs", "a-star:heuristic=h3"])
    assert sorted(result["generated"] for result in swept.results) == [6, 11]


def program(path, text):
    """A program of one line."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_job_that_cannot_be_run_is_named_and_the_rest_goes_on(nodes, tmp_path):
    jobs = jobs_of(PLAYERS, 1, 500)
    gone = program(tmp_path / "gone", "exit")
    bad = jobs_of({"a": "random", "b": f"cmd:{gone}"}, 1, 500)
    gone.unlink()
    outcome = cluster.run(jobs + bad)
    assert len(outcome.lines) == len(jobs)
    (sentence,) = outcome.failed.values()
    assert str(gone) in sentence


def test_a_job_that_takes_its_worker_down_is_given_up_and_no_other(nodes, tmp_path):
    jobs = jobs_of({"a": "alpha-beta", "b": "mcts"}, 8, 100)
    # Whoever makes the job looks whether the program is there.
    bad = jobs_of({"a": "random", "b": f"cmd:{program(tmp_path / 'assassin', 'exit')}"}, 1, 100)
    program(tmp_path / "assassin", "kill -9 $PPID")
    outcome = cluster.run(jobs + bad)
    assert len(outcome.lines) == len(jobs)
    (sentence,) = outcome.failed.values()
    assert sentence.startswith(f"its worker was lost {cluster.MOST_LOSSES} times")
    assert outcome.lost >= cluster.MOST_LOSSES


class Stranger(cluster._Worker):
    """No machine of the cluster knows this module."""


def test_workers_that_cannot_be_started_are_not_tried_for_ever(nodes, monkeypatch):
    monkeypatch.setattr(cluster, "_Worker", Stranger)
    monkeypatch.setattr(cluster, "LOOK_S", 0.5)
    with pytest.raises(PlywoodError, match="no worker could be started.*Every machine needs the package"):
        cluster.run(jobs_of(PLAYERS, 1, 500))


def test_the_same_job_twice_is_run_once(nodes, tmp_path):
    jobs = jobs_of(PLAYERS, 1, 100)
    for _ in range(2):
        outcome = cluster.run(jobs + jobs, store=tmp_path / "results.db")
        assert len(by_key(outcome.lines)) == len(jobs)


def test_a_changed_job_needs_another_key():
    changed = jobs_of(PLAYERS, 1, 100)[0].replace('"nodes":100', '"nodes":200')
    with pytest.raises(PlywoodError, match="its key is"):
        _native.Campaign(changed)


@pytest.mark.parametrize("wrong, sentence", [
    (lambda: cluster.tournament("quatro", ["zz", "random"], nodes=9), "there is no engine `zz`"),
    (lambda: cluster.tournament("quatro", ["best", "random"]), "nothing limits best"),
    (lambda: cluster.tournament("quatro", {"a": max, "b": "random"}), "a is a bot of this program"),
    (lambda: cluster.tournament("quatro", ["a=random", "b=random"], time_ms=1.5), "whole number from 1"),
    (lambda: cluster.tournament("quatro", ["a=random", "b=random"], sprt=(20, 0)), "elo1 must be more"),
    (lambda: cluster.tune("quatro", "mcts", [{}]), "a parameter has no high"),
    (lambda: cluster.tune("quatro", "mcts", [], steps=0), "not a number of steps"),
])
def test_wrong_settings_are_refused_before_a_cluster_is_called(wrong, sentence):
    with pytest.raises(PlywoodError, match=sentence):
        wrong()


def test_what_is_no_job_is_refused():
    for text in ["", "hello", "{}", '{"set": "tournament", "settings": {}}']:
        with pytest.raises(PlywoodError):
            _native.Campaign(text)
    with pytest.raises(PlywoodError):
        _native.run_job("{}")


def test_without_ray_a_sentence_says_how_to_install_it(tmp_path):
    file = tmp_path / "jobs.jsonl"
    file.write_text(jobs_of(PLAYERS, 1, 500)[0])
    code = ("import sys; sys.modules['ray'] = None\n"
            f"from plywood import cluster; sys.exit(cluster.main([{str(file)!r}]))")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 2
    assert 'pip install "plywood[ray]"' in ended.stderr


def test_an_address_where_nobody_is_is_refused_at_once(tmp_path):
    file = tmp_path / "jobs.jsonl"
    file.write_text(jobs_of(PLAYERS, 1, 500)[0])
    ended = subprocess.run(
        [sys.executable, "-m", "plywood.cluster", str(file), "--address", "127.0.0.1:1"],
        capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "there is no Ray cluster at '127.0.0.1:1', or" in ended.stderr


def test_progress_tells_what_is_left(capsys):
    line = cluster._Line()
    at = dict(done=50, total=200, unit="jobs", pace=2.5, left_s=60.0, llr=None, engine=None, workers=2,
              last=False)
    for workers, news in [(2, ""), (0, "  waiting for a free processor")]:
        line.shown = time.monotonic() - 60
        line({**at, "workers": workers})
        assert capsys.readouterr().err == f"50/200 jobs  2.5/s  1 min 0 s to go{news}\n"

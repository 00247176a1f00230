"""What is done about desks that die, without Ray: here they die when they are to."""

from __future__ import annotations

from typing import Any

import pytest

from inarow import UserError
from inarow.cluster.desk import Desk
from inarow.cluster.ray_executor import RayExecutor
from pretended_ray import LostError, PretendedActor, PretendedRay


@pytest.mark.parametrize("deaths", [0, 2, 3])
def test_a_machine_is_asked_three_times_what_it_is(
    deaths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(actor: PretendedActor, method: str, words: tuple[Any, ...]) -> Any:
        if len(actor.ray.actors) <= deaths:
            return LostError("it died\nunexpectedly")
        return Desk().about(sandboxed=False)

    ray = PretendedRay(answer)
    told: list[str] = []
    monkeypatch.setattr("inarow.cluster.ray_executor.connected", lambda *_: ray)
    with RayExecutor("ray://pretended:1", tell=told.append) as executor:
        if deaths < 3:
            executor.ready()
        else:
            with pytest.raises(UserError, match=r"no machine of the cluster can work \(a a: it "):
                executor.ready()
        state = executor.nodes[0].state
    assert state == ("works" if deaths < 3 else "refused")
    assert told == [] if deaths < 3 else ["a a gets no work: it does not answer, 3 times: it died"]
    assert len(ray.actors) == min(deaths + 1, 3)

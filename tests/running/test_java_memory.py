"""Java programs that need much: many threads, a large table, more than there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.running.languages.language import MissingTool
from inarow.running.toolchain import Toolchain
from sandboxes import Tier, working_tiers

pytestmark = pytest.mark.process

SOURCE = """
import java.util.*;
import java.util.concurrent.*;

class maxconnect4 {
    static long search(long state, CountDownLatch all) throws Exception {
        all.countDown();
        all.await();
        for (int node = 0; node < 20000; node++) state = state * 31 + new int[4].length;
        return state;
    }

    public static void main(String[] args) throws Exception {
        int size = Integer.parseInt(args[1]);
        if (args[0].equals("threads")) {
            ExecutorService pool = Executors.newFixedThreadPool(size);
            CountDownLatch all = new CountDownLatch(size);
            List<Future<Long>> found = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                final long start = i;
                found.add(pool.submit(() -> search(start, all)));
            }
            for (Future<Long> each : found) each.get();
            pool.shutdown();
        }
        if (args[0].equals("table")) {
            long[] table = new long[size << 17];
            for (int i = 0; i < table.length; i += 512) table[i] = i;
        }
        if (args[0].equals("hog")) {
            List<long[]> all = new ArrayList<>();
            while (true) all.add(new long[size << 17]);
        }
        System.out.println(3);
    }
}
"""


@pytest.mark.parametrize("tier", working_tiers())
def test_java_fits_its_limit_and_says_when_it_does_not(
    tier: Tier, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(Toolchain().tool("javac"), MissingTool):
        pytest.skip("there is no Java here")
    monkeypatch.setenv("INAROW_SANDBOX", str(tier))
    path = tmp_path / "maxconnect4.java"
    path.write_text(SOURCE)
    for words, verdict in (
        (("threads", "32"), "OK"),  # a search in many threads
        (("table", "300"), "OK"),  # 300 MB of positions
        (("hog", "8"), "MEMORY_LIMIT"),
    ):
        main(["run", str(path), "--json", "--time", "60s", "--", *words])
        told = json.loads(capsys.readouterr().out)
        assert told["verdict"] == verdict, told
        assert told["stdout"] == ("3\n" if verdict == "OK" else ""), told

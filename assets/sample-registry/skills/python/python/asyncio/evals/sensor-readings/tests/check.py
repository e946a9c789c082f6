"""Reads values in a loop that is busy anyway, and in one that has nothing else to do."""
import asyncio
import contextlib
import io
import json
import os
import threading
import time


class Sensor:
    def __init__(self):
        self.stopped = threading.Event()

    def start(self, callback):
        def measure():
            for value in range(1, 100):
                if self.stopped.wait(0.1):
                    return
                callback(value)
                if value == 3:
                    return  # the next value would hide that this one was not noticed

        threading.Thread(target=measure, daemon=True).start()

    def stop(self):
        self.stopped.set()


async def tick():
    while True:
        await asyncio.sleep(0.05)


def judge(name, is_busy):
    try:
        from readings import readings

        async def main():
            ticker = asyncio.create_task(tick()) if is_busy else None
            # An idle loop wakes up only for this timer.
            late = asyncio.get_running_loop().call_later(12, lambda: None)
            start = time.monotonic()
            values = await readings(Sensor(), 3)
            took = time.monotonic() - start
            late.cancel()
            if ticker:
                ticker.cancel()
            return values, took

        with contextlib.redirect_stdout(io.StringIO()):
            values, took = asyncio.run(asyncio.wait_for(main(), 25))
        passed, evidence = values == [1, 2, 3] and (is_busy or took < 6), f"{values} after {took:.1f} s"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", True), judge("notices a value at once in an idle loop", False)]}), flush=True)
os._exit(0)

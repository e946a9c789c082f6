"""Converts with a command that ends, and with one that doesn't, and looks whether the second is still there."""
import asyncio
import contextlib
import io
import json
import os
import pathlib
import sys
import time

QUICK = [sys.executable, "-c", "import sys; sys.stdout.write('x' * 300000)"]
NOTE = pathlib.Path("pid").resolve()
SLOW = [sys.executable, "-c", f"import os, time; open({str(NOTE)!r}, 'w').write(str(os.getpid())); time.sleep(300)"]


def is_alive(pid):
    """Whether the process is there. /proc may be another namespace's."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid, seconds):
    end = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not is_alive(pid)


def judge(name, work):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


def works():
    from convert import convert

    async def main():
        out = await convert(QUICK, 30)
        try:
            await convert(SLOW, 3)
        except TimeoutError:
            return out, "TimeoutError"
        return out, "no TimeoutError"

    out, said = asyncio.run(main())
    return out == b"x" * 300000 and said == "TimeoutError", f"{len(out)} bytes, then {said}"


def leaves_nothing(how):
    from convert import convert

    NOTE.unlink(missing_ok=True)

    async def main():
        task = asyncio.ensure_future(convert(SLOW, 4 if how == "timeout" else 60))
        while not (NOTE.exists() and NOTE.read_text()):
            if task.done():
                break
            await asyncio.sleep(0.02)
        if how == "cancel":
            task.cancel()
        await asyncio.wait([task])
        pid = int(NOTE.read_text())
        return pid, not await asyncio.to_thread(gone, pid, 3)

    pid, left = asyncio.run(main())
    if left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 9)
    return not left, f"the command {'still ran' if left else 'was gone'} 3 s after the {how}"


checks = [
    judge("works", works),
    judge("ends the command that took too long", lambda: leaves_nothing("timeout")),
    judge("ends the command when the caller is cancelled", lambda: leaves_nothing("cancel")),
]
print(json.dumps({"checks": checks}), flush=True)
os._exit(0)

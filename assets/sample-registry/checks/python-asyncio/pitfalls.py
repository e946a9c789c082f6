"""Runs the claims of pitfalls.md: bad code fails as said, good code does not.

Run with: python pitfalls.py   (3.11 or newer; a claim of one version asks sys.version_info)
"""

import asyncio
import inspect
import contextlib
import gc
import logging
import sys
import time

PY = sys.executable


class Records(logging.Handler):
    """Collects what asyncio logs."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def emit(self, record):
        text = record.getMessage()
        if record.exc_info:
            text += f" | {record.exc_info[1]!r}"
        self.texts.append(text)


log = Records()
logging.getLogger("asyncio").addHandler(log)
logging.getLogger("asyncio").propagate = False


def logged(part):
    return [text for text in log.texts if part in text]


async def check_task_without_reference_is_collected():
    """A task that nothing refers to vanishes at a garbage collection; a held one ends its work."""
    done = []

    async def work(name):
        event = asyncio.Event()  # only the task's own frame refers to what it waits for
        event.me = event
        await event.wait()
        done.append(name)

    asyncio.create_task(work("bad"))
    await asyncio.sleep(0)
    gc.collect()
    assert logged("Task was destroyed but it is pending!"), log.texts

    background = set()

    async def held(name):
        event = asyncio.Event()
        asyncio.get_running_loop().call_later(0.05, event.set)
        await event.wait()
        done.append(name)

    task = asyncio.create_task(held("good"))
    background.add(task)
    task.add_done_callback(background.discard)
    del task
    gc.collect()
    await asyncio.sleep(0.1)
    assert done == ["good"] and not background


async def check_held_task_hides_its_exception():
    """An exception of a held task is logged by nobody; a done callback reports it."""
    log.texts.clear()

    async def fail():
        raise KeyError("lost")

    workers = [asyncio.create_task(fail())]
    await asyncio.sleep(0.05)
    gc.collect()
    assert workers[0].done() and log.texts == []  # dead, and nobody says so
    seen = []

    def ended(task):
        if not task.cancelled() and (error := task.exception()):
            seen.append(repr(error))

    good = asyncio.create_task(fail())
    good.add_done_callback(ended)
    await asyncio.sleep(0.05)
    assert seen == ["KeyError('lost')"]
    workers.clear()
    gc.collect()
    assert logged("Task exception was never retrieved"), log.texts


async def check_gather_leaves_the_others_running():
    """gather raises at the first error, and the others run on; TaskGroup cancels them."""
    done = []

    async def slow():
        await asyncio.sleep(0.05)
        done.append("charged")

    async def fail():
        raise ValueError("no")

    with contextlib.suppress(ValueError):
        await asyncio.gather(slow(), fail())
    assert done == []
    await asyncio.sleep(0.1)
    assert done == ["charged"]  # after the caller had been told of the failure
    done.clear()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(slow())
            group.create_task(fail())
    except* ValueError:
        pass
    await asyncio.sleep(0.1)
    assert done == []
    # The second error of a gather is nobody's.
    log.texts.clear()

    async def fail_later():
        await asyncio.sleep(0.01)
        raise KeyError("second")

    with contextlib.suppress(ValueError):
        await asyncio.gather(fail(), fail_later())
    await asyncio.sleep(0.05)
    gc.collect()
    assert log.texts == [], log.texts  # not even logged: gather marks it as retrieved


async def check_swallowed_cancel():
    """A loop that catches CancelledError survives cancel() and a timeout; `except Exception` doesn't."""
    ticks = []

    async def bad():
        while len(ticks) < 6:
            try:
                await asyncio.sleep(0.02)
            except:  # noqa: E722
                pass
            ticks.append(1)

    task = asyncio.create_task(bad())
    await asyncio.sleep(0.03)
    task.cancel()
    await asyncio.sleep(0.2)
    assert task.done() and not task.cancelled() and len(ticks) == 6  # it ran to its own end

    ticks.clear()
    start = time.monotonic()
    try:
        async with asyncio.timeout(0.03):
            await bad()
    except TimeoutError:
        pass
    assert len(ticks) == 6 and time.monotonic() - start > 0.08  # the block outlived its time

    async def good():
        while True:
            try:
                await asyncio.sleep(0.02)
            except Exception:
                pass

    task = asyncio.create_task(good())
    await asyncio.sleep(0.03)
    task.cancel()
    await asyncio.sleep(0.01)
    assert task.cancelled()
    assert not issubclass(asyncio.CancelledError, Exception)


async def check_suppress_around_await_task():
    """suppress(CancelledError) around `await task` swallows the caller's own cancellation too."""
    after = []

    async def stop(child):
        child.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await child
        after.append("went on")

    async def child():
        try:
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0.05)

    inner = asyncio.create_task(child())
    await asyncio.sleep(0.01)
    outer = asyncio.create_task(stop(inner))
    await asyncio.sleep(0.01)
    outer.cancel()
    await asyncio.sleep(0.1)
    assert after == ["went on"] and not outer.cancelled() and outer.done()

    # asyncio.wait doesn't raise the child's cancellation, so the caller's own gets through.
    async def stop_well(child):
        child.cancel()
        await asyncio.wait([child])
        after.append("good")

    after.clear()
    inner = asyncio.create_task(child())
    await asyncio.sleep(0.01)
    outer = asyncio.create_task(stop_well(inner))
    await asyncio.sleep(0.01)
    outer.cancel()
    await asyncio.sleep(0.1)
    assert outer.cancelled() and after == [] and inner.cancelled()
    # And without a cancellation of its own it goes on.
    inner = asyncio.create_task(child())
    await asyncio.sleep(0.01)
    await stop_well(inner)
    assert after == ["good"]


async def check_blocking_call():
    """time.sleep stops every other task, and no timeout can end it; to_thread keeps the loop free."""
    ticks = []

    async def ticker():
        while True:
            ticks.append(1)
            await asyncio.sleep(0.01)

    task = asyncio.create_task(ticker())
    await asyncio.sleep(0.03)
    before = len(ticks)
    start = time.monotonic()
    try:
        async with asyncio.timeout(0.05):
            time.sleep(0.3)
    except TimeoutError:
        raise AssertionError("a timeout ended a blocking call")
    assert time.monotonic() - start >= 0.3 and len(ticks) == before
    await asyncio.to_thread(time.sleep, 0.3)
    assert len(ticks) > before + 10
    task.cancel()


def check_thread_outlives_timeout():
    """A timeout around to_thread frees the caller; the thread works on, and asyncio.run waits for it."""
    done = []

    def job():
        time.sleep(0.6)
        done.append("written")

    async def main():
        try:
            async with asyncio.timeout(0.1):
                await asyncio.to_thread(job)
        except TimeoutError:
            assert done == []
            return time.monotonic()

    returned = asyncio.run(main())
    assert done == ["written"] and time.monotonic() - returned > 0.3


def check_thread_stops_when_told():
    """A job that looks at an Event ends soon after the timeout."""
    import threading

    steps = []

    def job(stop):
        for _ in range(100):
            if stop.wait(0.02):
                return
            steps.append(1)

    async def main():
        stop = threading.Event()
        try:
            async with asyncio.timeout(0.1):
                await asyncio.to_thread(job, stop)
        except TimeoutError:
            pass
        finally:
            stop.set()

    start = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - start < 1 and len(steps) < 20


async def check_subprocess_survives_timeout():
    """A timeout around communicate() leaves the child running; kill() and wait() end it."""
    process = await asyncio.create_subprocess_exec(PY, "-c", "import time; time.sleep(30)", stdout=-1)
    try:
        async with asyncio.timeout(0.3):
            await process.communicate()
    except TimeoutError:
        pass
    await asyncio.sleep(0.2)
    import os

    os.kill(process.pid, 0)  # still there
    assert process.returncode is None
    process.kill()
    await process.wait()
    assert process.returncode == -9

    async def run(*argv, limit):
        process = await asyncio.create_subprocess_exec(*argv, stdout=asyncio.subprocess.PIPE)
        try:
            async with asyncio.timeout(limit):
                out, _ = await process.communicate()
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        return out

    assert await run(PY, "-c", "print(1)", limit=20) == b"1\n"
    try:
        await run(PY, "-c", "import time; time.sleep(30)", limit=0.3)
    except TimeoutError:
        pass
    else:
        raise AssertionError("no timeout")


async def check_wait_with_pipes_hangs():
    """wait() with a pipe that nobody reads hangs once the buffers are full; communicate() doesn't."""
    code = "import sys; sys.stdout.write('x' * 1_000_000)"
    process = await asyncio.create_subprocess_exec(PY, "-c", code, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(2):
            await process.wait()
    except TimeoutError:
        pass
    else:
        raise AssertionError("did not hang")
    out, _ = await process.communicate()
    assert len(out) == 1_000_000 and process.returncode == 0


async def check_taskgroup_raises_a_group():
    """`except ValueError` around a TaskGroup doesn't match; `except*` does."""

    async def fail():
        raise ValueError("bad row")

    caught = None
    try:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fail())
        except ValueError:
            caught = "plain"
    except ExceptionGroup as error:
        caught = str(error)
    assert caught == "unhandled errors in a TaskGroup (1 sub-exception)", caught
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fail())
    except* ValueError as errors:
        assert [str(e) for e in errors.exceptions] == ["bad row"]
    # The body's own exception comes wrapped as well.
    try:
        async with asyncio.TaskGroup():
            raise LookupError("body")
    except ExceptionGroup as group:
        assert isinstance(group.exceptions[0], LookupError)


async def check_async_generator_cleanup_is_late():
    """After break the generator's finally hasn't run; with aclosing it has."""
    steps = []

    async def rows():
        try:
            for n in range(10):
                yield n
        finally:
            await asyncio.sleep(0)
            steps.append("closed")

    source = rows()
    async for n in source:
        break
    assert steps == []
    await asyncio.sleep(0.05)
    assert steps == []  # still open while something refers to it
    await source.aclose()
    assert steps == ["closed"]
    steps.clear()
    async for n in rows():
        break
    assert steps == []  # even without a reference: the loop closes it in a later turn
    await asyncio.sleep(0.05)
    gc.collect()
    await asyncio.sleep(0.05)
    later = list(steps)
    steps.clear()
    async with contextlib.aclosing(rows()) as source:
        async for n in source:
            break
    assert steps == ["closed"]
    return f"closed later without a reference: {later}"


async def check_timeout_in_generator():
    """A timeout around a yield hits the consumer's code."""

    async def rows():
        async with asyncio.timeout(0.05):
            yield 1
            yield 2

    try:
        async for _ in rows():
            await asyncio.sleep(0.2)  # the consumer's own wait
    except TimeoutError:
        return "TimeoutError at consumer"
    except asyncio.CancelledError:
        asyncio.current_task().uncancel()
        return "bare CancelledError at the consumer"
    raise AssertionError("nothing raised")


async def check_wait_neither_raises_nor_cancels():
    """asyncio.wait with a timeout returns; the tasks run on and errors stay inside."""
    done = []

    async def slow():
        await asyncio.sleep(0.1)
        done.append(1)

    task = asyncio.create_task(slow())
    finished, pending = await asyncio.wait([task], timeout=0.01)
    assert not finished and pending == {task} and not task.cancelled()
    await asyncio.sleep(0.15)
    assert done == [1]


async def check_never_awaited():
    """A coroutine that isn't awaited does nothing but warn."""
    import warnings

    async def save():
        raise AssertionError("ran")

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        save()
        gc.collect()
    assert "was never awaited" in str(caught[0].message), caught


def main():
    print(sys.version.split()[0])
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = asyncio.run(check()) if inspect.iscoroutinefunction(check) else check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "")


if __name__ == "__main__":
    main()

"""Runs what the texts add to the other files, and code of the texts as it is written.

Run with: python texts.py   (3.11 or newer; beside it the skill's folder, whose blocks it compiles)
"""

import ast
import asyncio
import inspect
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor

FROM_312 = sys.version_info >= (3, 12)
SKILL = pathlib.Path(__file__).parents[2] / "skills/python/python/asyncio"


def block(file, start):
    """The first Python block of a text that contains a line beginning with `start`."""
    for code in re.findall(r"```python\n(.*?)```", (SKILL / file).read_text(), re.S):
        if any(line.startswith(start) for line in code.splitlines()):
            return code
    raise LookupError(start)


def check_all_blocks_compile():
    """Every block of the texts compiles, with await allowed at the top level."""
    count = 0
    for file in SKILL.glob("*.md"):
        for code in re.findall(r"```python\n(.*?)```", file.read_text(), re.S):
            body = "async def frame():\n" + "".join(f"    {line}\n" for line in code.splitlines())
            flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            try:
                compile(code, f"{file.name}", "exec", flags)
            except SyntaxError:
                compile(body, f"{file.name}", "exec", flags)
            count += 1
    return count


async def check_overview_program():
    """The program of overview.md works against an echo server, and times out against a silent one."""

    async def echo(reader, writer):
        writer.write(await reader.readline())
        await writer.drain()
        writer.close()

    async def silent(reader, writer):
        await asyncio.sleep(0.5)
        writer.close()

    scope = {}
    for serve, limit in ((echo, "5"), (silent, "0.1")):
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = str(server.sockets[0].getsockname()[1])
        code = block("overview.md", "async def fetch").replace("asyncio.run(main())", "")
        code = code.replace("host, 7", f"host, {port}").replace("timeout(5)", f"timeout({limit})")
        code = code.replace('"::1"', '"127.0.0.1"')
        exec(compile(code, "overview", "exec"), scope)
        if serve is echo:
            assert await scope["fetch"]("127.0.0.1") == b"ping\n"
            await scope["main"]()
        else:
            try:
                await scope["main"]()
            except* TimeoutError:
                pass
        server.close()


async def check_two_readers():
    """Two tasks that read one StreamReader raise."""
    reader = asyncio.StreamReader()
    first = asyncio.create_task(reader.readline())
    await asyncio.sleep(0)
    try:
        await reader.readline()
    except RuntimeError as error:
        text = "readuntil() called while another coroutine is already waiting for incoming data"
        assert str(error) == text, error
    else:
        raise AssertionError
    first.cancel()


async def check_second_cancel():
    """A second cancel() interrupts an await in finally."""
    steps = []

    async def work():
        try:
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0.05)
            steps.append("cleaned")

    task = asyncio.create_task(work())
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0.01)
    assert not task.done()  # cancel() only asks
    task.cancel()
    await asyncio.wait([task])
    assert steps == [] and task.cancelled()


def check_shield_ends_with_run():
    """A shielded task is cancelled when asyncio.run ends."""
    done = []

    async def commit():
        await asyncio.sleep(0.3)
        done.append(1)

    async def main():
        task = asyncio.create_task(commit())
        try:
            async with asyncio.timeout(0.01):
                await asyncio.shield(task)
        except TimeoutError:
            pass

    asyncio.run(main())
    assert done == []


async def check_queue_full_in_the_loop():
    """put_nowait of a full queue by call_soon_threadsafe reaches the exception handler only."""
    loop = asyncio.get_running_loop()
    queue = asyncio.Queue(maxsize=1)
    queue.put_nowait(1)
    seen = []
    loop.set_exception_handler(lambda loop, context: seen.append(context["exception"]))
    await asyncio.to_thread(loop.call_soon_threadsafe, queue.put_nowait, 2)
    await asyncio.sleep(0.01)
    assert isinstance(seen[0], asyncio.QueueFull)
    loop.set_exception_handler(None)


async def check_result_timeout_leaves_the_coroutine():
    """After .result(timeout) the coroutine runs on; future.cancel() ends it."""
    loop = asyncio.get_running_loop()
    done = []

    async def slow():
        await asyncio.sleep(0.2)
        done.append(1)

    def caller(cancel):
        future = asyncio.run_coroutine_threadsafe(slow(), loop)
        try:
            future.result(timeout=0.05)
        except TimeoutError:
            if cancel:
                future.cancel()

    await asyncio.to_thread(caller, True)
    await asyncio.sleep(0.3)
    assert done == []
    await asyncio.to_thread(caller, False)
    await asyncio.sleep(0.3)
    assert done == [1]


async def check_cancel_from_a_thread_is_late():
    """task.cancel() and event.set() in another thread take effect late."""
    event = asyncio.Event()
    for act in ("cancel", "set"):
        start = time.monotonic()

        async def wait():
            try:
                await event.wait()
            finally:
                wait.took = time.monotonic() - start

        task = asyncio.create_task(wait())
        threading.Timer(0.05, task.cancel if act == "cancel" else event.set).start()
        await asyncio.sleep(0.4)
        await asyncio.wait([task])
        assert wait.took > 0.35, (act, wait.took)


def check_defaults():
    """Defaults of the table: limits, backlog, slow steps, water marks."""
    assert inspect.signature(asyncio.open_connection).parameters["limit"].default == 2**16
    assert inspect.signature(asyncio.start_server).parameters["limit"].default == 2**16
    assert inspect.signature(asyncio.create_subprocess_exec).parameters["limit"].default == 2**16
    loop = asyncio.new_event_loop()
    assert inspect.signature(loop.create_server).parameters["backlog"].default == 100
    assert loop.slow_callback_duration == 0.1
    loop.close()
    assert asyncio.Queue().maxsize == 0


def check_order_of_run():
    """Runner.close: cancel tasks, async generators, executor (with 300 s since 3.12), close."""
    source = inspect.getsource(asyncio.Runner.close)
    steps = ["_cancel_all_tasks(loop)", "shutdown_asyncgens()", "shutdown_default_executor(", "loop.close()"]
    places = [source.index(step) for step in steps]
    assert places == sorted(places)
    assert ("constants.THREAD_JOIN_TIMEOUT" in source) == FROM_312
    if FROM_312:
        assert asyncio.constants.THREAD_JOIN_TIMEOUT == 300


def check_except_star_syntax():
    """return inside except* is a syntax error."""
    for word in ("return", "continue", "break"):
        code = f"def f():\n  while 1:\n    try:\n      pass\n    except* ValueError:\n      {word}\n"
        try:
            compile(code, "x", "exec")
        except SyntaxError as error:
            assert "'break', 'continue' and 'return' cannot appear in an except* block" in str(error)
        else:
            raise AssertionError(word)


def check_get_event_loop():
    """get_event_loop() without a loop warns."""
    code = "import asyncio; asyncio.get_event_loop()"
    done = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True)
    assert ("DeprecationWarning: There is no current event loop" in done.stderr) == FROM_312, done.stderr
    return "warns" if FROM_312 else "doesn't warn"


def check_signal_program():
    """The program of lifecycle.md cleans up after SIGTERM and ends with 0."""
    code = "import asyncio, signal\n" + block("lifecycle.md", "async def main") + """
async def serve():
    try:
        print("started", flush=True)
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.01)
        print("cleaned", flush=True)
asyncio.run(main())
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "started\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=10)[0] == "cleaned\n" and process.returncode == 0


def check_signal_handler_in_a_thread():
    """add_signal_handler outside of the main thread raises."""
    seen = []

    async def main():
        try:
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, print)
        except (RuntimeError, ValueError) as error:
            seen.append(str(error))

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    thread.join()
    assert seen, seen
    return seen[0]


async def check_crawl():
    """crawl of best-practices.md handles all, with its bound, and ends at an error."""
    scope = {"asyncio": asyncio}
    exec(block("best-practices.md", "async def crawl"), scope)
    now = peak = 0
    seen = []

    async def handle(url):
        nonlocal now, peak
        now += 1
        peak = max(peak, now)
        await asyncio.sleep(0.001)
        now -= 1
        seen.append(url)
        if url == "bad":
            raise ValueError(url)

    await scope["crawl"]([str(n) for n in range(100)], handle)
    assert len(seen) == 100 and peak == 10
    try:
        async with asyncio.timeout(2):
            await scope["crawl"](["a", "bad", *"cdefgh" * 20], handle)
    except* ValueError:
        pass
    else:
        raise AssertionError


async def check_read_message():
    """read_message refuses a large size and a cut message."""
    scope = {"asyncio": asyncio}
    exec(block("best-practices.md", "async def read_message"), scope)
    reader = asyncio.StreamReader()
    reader.feed_data(b"\0\0\0\2hi\xff\xff\xff\xff")
    assert await scope["read_message"](reader) == b"hi"
    try:
        await scope["read_message"](reader)
    except ValueError:
        pass
    else:
        raise AssertionError


def check_test_case():
    """The test of best-practices.md passes."""
    scope = {"asyncio": asyncio, "unittest": unittest}
    exec(block("best-practices.md", "async def crawl"), scope)

    async def broken(url):
        raise ValueError(url)

    scope["broken"] = broken
    exec(block("best-practices.md", "class Crawl"), scope)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(scope["Crawl"])
    result = unittest.TextTestRunner(stream=open(os.devnull, "w")).run(suite)
    assert result.testsRun == 1 and result.wasSuccessful()


async def check_watch_lag():
    """watch_lag of performance.md reports a blocked loop."""
    said = []

    class Log:
        warning = staticmethod(lambda text, value: said.append(value))

    scope = {"asyncio": asyncio, "log": Log}
    exec(block("performance.md", "async def watch_lag"), scope)
    task = asyncio.create_task(scope["watch_lag"]())
    await asyncio.sleep(0.4)
    time.sleep(0.5)
    await asyncio.sleep(0.2)
    task.cancel()
    assert said and 0.2 < said[0] < 0.6, said


async def check_write_buffer():
    """How much write() holds for a peer that doesn't read, and that drain resumes at 16 KiB."""
    stop = asyncio.Event()

    async def silent(reader, writer):
        reader._transport.pause_reading()
        await stop.wait()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    for _ in range(500):
        writer.write(b"x" * 100_000)
        await asyncio.sleep(0)
    held = writer.transport.get_write_buffer_size()
    assert writer.transport.get_write_buffer_limits() == (16 * 1024, 64 * 1024)
    writer.transport.abort()
    stop.set()
    server.close()
    return f"{held:,} of 50,000,000 bytes"


async def check_two_writers_mix():
    """Two tasks that await between their writes mix messages on one connection."""
    got = []

    async def sink(reader, writer):
        got.append(await reader.read())
        writer.close()

    server = await asyncio.start_server(sink, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())

    async def send(head, body):
        writer.write(head)
        await asyncio.sleep(0)
        writer.write(body)

    await asyncio.gather(send(b"<a", b"a>"), send(b"<b", b"b>"))
    writer.close()
    await asyncio.sleep(0.1)
    assert got == [b"<a<ba>b>"], got
    server.close()


def check_thread_lock_blocks_the_loop():
    """A threading.Lock held across an await hangs the whole loop when another task takes it."""
    code = """
import asyncio, threading
lock = threading.Lock()
async def hold():
    with lock:
        await asyncio.sleep(0.05)
async def main():
    async with asyncio.timeout(1):
        await asyncio.gather(hold(), hold())
asyncio.run(main())
"""
    try:
        subprocess.run([sys.executable, "-c", code], timeout=3, capture_output=True)
    except subprocess.TimeoutExpired:
        return
    raise AssertionError("ended")


def check_debug_mode_is_slow():
    """Debug mode costs several times as much per task."""

    async def nothing():
        pass

    async def many():
        start = time.process_time()
        for _ in range(3000):
            await asyncio.create_task(nothing())
        return time.process_time() - start

    plain, debug = asyncio.run(many()), asyncio.run(many(), debug=True)
    assert debug > 2 * plain
    return f"{debug / plain:.0f} times"


def check_leaving_a_pool_blocks():
    """Leaving `with ThreadPoolExecutor` at a cancellation waits for the job in the loop's thread."""
    from concurrent.futures import ThreadPoolExecutor

    async def main():
        start = time.monotonic()
        try:
            async with asyncio.timeout(0.05):
                with ThreadPoolExecutor(1) as pool:
                    await asyncio.get_running_loop().run_in_executor(pool, time.sleep, 0.5)
        except TimeoutError:
            return time.monotonic() - start

    assert asyncio.run(main()) > 0.45


def check_debug_environment():
    """PYTHONASYNCIODEBUG=1 switches debug mode on."""
    code = "import asyncio\nasync def main(): print(asyncio.get_running_loop().get_debug())\nasyncio.run(main())"
    env = {**os.environ, "PYTHONASYNCIODEBUG": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout == "True\n"


async def check_already_running():
    """run_until_complete in a running loop raises."""
    coroutine = asyncio.sleep(0)
    try:
        asyncio.get_running_loop().run_until_complete(coroutine)
    except RuntimeError as error:
        assert str(error) == "This event loop is already running"
    coroutine.close()


async def check_cancelled_member_of_a_group():
    """A cancelled member is no error of the group."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asyncio.sleep(10))
        await asyncio.sleep(0)
        task.cancel()


async def check_wait_closed_may_raise():
    """writer.wait_closed() raises the connection's error."""

    async def reset(reader, writer):
        await reader.readline()
        writer.transport.abort()

    server = await asyncio.start_server(reset, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"x\n" + b"y" * 1_000_000)
    await asyncio.sleep(0.1)
    server.close()
    try:
        writer.write(b"z")
        await asyncio.sleep(0.05)
        writer.close()
        async with asyncio.timeout(2):
            await writer.wait_closed()
    except ConnectionError as error:
        return repr(error)
    raise AssertionError("nothing raised")


async def check_cpu_in_a_process():
    """run_in_executor with a ProcessPoolExecutor leaves the loop free."""
    loop = asyncio.get_running_loop()
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    task = asyncio.create_task(tick())
    with ProcessPoolExecutor(1) as pool:
        result = await loop.run_in_executor(pool, time.sleep, 0.3)
        assert result is None and ticks > 5
    task.cancel()


async def check_reference_kept_in_the_loop():
    """A sleeping task is held by its timer even if nobody else refers to it."""
    import gc

    done = []

    async def sleepy():
        await asyncio.sleep(0.05)
        done.append(1)

    asyncio.create_task(sleepy())
    await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0.1)
    assert done == [1]


def main():
    warnings.simplefilter("ignore")
    print(sys.version.split()[0])
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = asyncio.run(check()) if inspect.iscoroutinefunction(check) else check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()

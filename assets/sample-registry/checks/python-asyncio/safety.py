"""Runs the claims of safety.md and threading.md. Run with: python safety.py   (3.11 or newer)"""

import asyncio
import inspect
import contextvars
import os
import subprocess
import sys
import tempfile
import threading
import time

FROM_312 = sys.version_info >= (3, 12)


async def check_call_soon_from_a_thread_is_late():
    """call_soon from another thread isn't noticed until the loop wakes for something else."""
    loop = asyncio.get_running_loop()
    came = []

    def other(method):
        time.sleep(0.05)
        method(lambda: came.append(time.monotonic() - start))

    for method, late in ((loop.call_soon, True), (loop.call_soon_threadsafe, False)):
        came.clear()
        start = time.monotonic()
        thread = threading.Thread(target=other, args=(method,))
        thread.start()
        await asyncio.sleep(0.5)
        assert came and (came[0] > 0.45) == late, (method, came)
        thread.join()


async def check_queue_and_future_from_a_thread():
    """A queue filled, or a future resolved, by another thread wakes nobody until something else does."""
    queue = asyncio.Queue()

    async def first():
        start = time.monotonic()
        await queue.get()
        return time.monotonic() - start

    loop = asyncio.get_running_loop()
    getter = asyncio.create_task(first())
    threading.Timer(0.05, queue.put_nowait, ["job"]).start()
    await asyncio.sleep(0.5)
    assert await getter > 0.45
    getter = asyncio.create_task(first())
    threading.Timer(0.05, lambda: loop.call_soon_threadsafe(queue.put_nowait, "job")).start()
    await asyncio.sleep(0.5)
    assert await getter < 0.3
    future = asyncio.run_coroutine_threadsafe
    result = []

    def caller():
        result.append(future(asyncio.sleep(0.01, "from the loop"), loop).result(timeout=5))

    thread = threading.Thread(target=caller)
    thread.start()
    await asyncio.to_thread(thread.join)
    assert result == ["from the loop"]


def check_debug_mode_names_it():
    """With debug on the same call raises RuntimeError."""
    caught = []

    async def main():
        loop = asyncio.get_running_loop()

        def other():
            try:
                loop.call_soon(print)
            except RuntimeError as error:
                caught.append(str(error))

        thread = threading.Thread(target=other)
        thread.start()
        await asyncio.sleep(0.1)
        thread.join()

    asyncio.run(main(), debug=True)
    assert caught == [
        "Non-thread-safe operation invoked on an event loop other than the current one"
    ], caught


def check_result_in_the_loops_own_thread_hangs():
    """run_coroutine_threadsafe(...).result() in the loop's thread waits for itself."""

    async def main():
        loop = asyncio.get_running_loop()
        future = asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop)
        try:
            future.result(timeout=0.3)
        except TimeoutError:
            return "hung"

    assert asyncio.run(main()) == "hung"


async def check_read_modify_write():
    """A value that is read before an await and written after it loses updates; a Lock keeps them."""
    balance = {"bad": 100, "good": 100}
    lock = asyncio.Lock()

    async def ask():
        await asyncio.sleep(0)

    async def bad():
        current = balance["bad"]
        await ask()
        balance["bad"] = current - 10

    async def good():
        async with lock:
            current = balance["good"]
            await ask()
            balance["good"] = current - 10

    await asyncio.gather(*(bad() for _ in range(5)))
    await asyncio.gather(*(good() for _ in range(5)))
    assert balance == {"bad": 90, "good": 50}, balance
    # A cache asked for the same key by several tasks calls the backend once per task.
    calls = []
    cache = {}

    async def load(key):
        if key not in cache:
            calls.append(key)
            await asyncio.sleep(0)
            cache[key] = 1
        return cache[key]

    await asyncio.gather(*(load("a") for _ in range(5)))
    assert len(calls) == 5


async def check_lock_is_not_reentrant():
    """A task that takes the same Lock twice waits for itself."""
    lock = asyncio.Lock()
    try:
        async with asyncio.timeout(0.1):
            async with lock:
                async with lock:
                    raise AssertionError("reentrant")
    except TimeoutError:
        return
    raise AssertionError


async def check_semaphore_bounds():
    """Unbounded gather opens all at once; a Semaphore bounds the calls, not the number of tasks."""
    now = peak = 0
    limit = asyncio.Semaphore(10)

    async def call(bounded):
        nonlocal now, peak

        async def body():
            nonlocal now, peak
            now += 1
            peak = max(peak, now)
            await asyncio.sleep(0.01)
            now -= 1

        if bounded:
            async with limit:
                await body()
        else:
            await body()

    await asyncio.gather(*(call(False) for _ in range(500)))
    assert peak == 500
    peak = 0
    tasks = [asyncio.create_task(call(True)) for _ in range(500)]
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) > 500
    await asyncio.gather(*tasks)
    assert peak == 10


async def check_write_without_drain_grows():
    """write() buffers without limit when the peer doesn't read; drain() waits at 64 KiB."""
    stop = asyncio.Event()

    async def silent(reader, writer):
        reader._transport.pause_reading()  # a peer that doesn't read
        await stop.wait()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(500):
        writer.write(b"x" * 100_000)
        await asyncio.sleep(0)
    assert writer.transport.get_write_buffer_size() > 30_000_000
    low, high = writer.transport.get_write_buffer_limits()
    assert high == 64 * 1024
    try:
        async with asyncio.timeout(0.1):
            await writer.drain()
    except TimeoutError:
        pass
    else:
        raise AssertionError("drain returned")
    writer.transport.abort()
    stop.set()
    server.close()


async def check_no_timeouts_by_default():
    """A peer that says nothing keeps readline waiting; asyncio.timeout ends it. open_connection has none."""
    import inspect

    async def silent(reader, writer):
        await asyncio.sleep(0.6)
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    start = time.monotonic()
    assert await reader.readline() == b""  # only the peer's end ends it
    assert time.monotonic() - start > 0.5
    assert "timeout" not in inspect.signature(asyncio.open_connection).parameters
    assert "timeout" not in inspect.signature(asyncio.StreamReader.readline).parameters
    writer.close()
    server.close()
    # readline answers the end of the stream with what it has, without the newline.
    reader = asyncio.StreamReader()
    reader.feed_data(b"half a li")
    reader.feed_eof()
    assert await reader.readline() == b"half a li" and await reader.readline() == b""


async def check_readline_limit():
    """A line over 64 KiB raises ValueError, and what was received of it is dropped."""
    reader = asyncio.StreamReader()
    reader.feed_data(b"x" * 70_000 + b"\nnext\n")
    try:
        await reader.readline()
    except ValueError as error:
        assert str(error) == "Separator is found, but chunk is longer than limit", error
    assert await reader.readline() == b"next\n"
    reader = asyncio.StreamReader()
    reader.feed_data(b"x" * 140_000)
    try:
        await reader.readline()
    except ValueError as error:
        assert str(error) == "Separator is not found, and chunk exceed the limit", error
    reader.feed_data(b"tail of the long line\n")
    assert await reader.readline() == b"tail of the long line\n"  # taken for a line of its own
    reader = asyncio.StreamReader(limit=1 << 20)
    reader.feed_data(b"x" * 140_000 + b"\n")
    assert len(await reader.readline()) == 140_001


async def check_read_returns_less():
    """read(n) returns what is there; readexactly(n) waits, or raises IncompleteReadError."""
    reader = asyncio.StreamReader()
    reader.feed_data(b"abc")
    assert await reader.read(10) == b"abc"
    reader.feed_data(b"abc")
    reader.feed_eof()
    try:
        await reader.readexactly(10)
    except asyncio.IncompleteReadError as error:
        assert str(error) == "3 bytes read on a total of 10 expected bytes" and error.partial == b"abc"
    else:
        raise AssertionError


async def check_shell_injection():
    """create_subprocess_shell runs what a file name says; create_subprocess_exec doesn't."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/nothing; echo owned"
        process = await asyncio.create_subprocess_shell(f"ls {name}", stdout=-1, stderr=-1)
        out, _ = await process.communicate()
        assert out == b"owned\n"
        process = await asyncio.create_subprocess_exec("ls", "--", name, stdout=-1, stderr=-1)
        out, error = await process.communicate()
        assert out == b"" and b"cannot access" in error


def check_lock_of_an_earlier_loop():
    """A Lock that tasks waited for in one asyncio.run is refused in the next; so is a Queue."""
    lock = asyncio.Lock()
    queue = asyncio.Queue()

    async def contend():
        async def hold():
            async with lock:
                await asyncio.sleep(0.01)

        await asyncio.gather(hold(), hold())

    asyncio.run(contend())
    try:
        asyncio.run(contend())
    except RuntimeError as error:
        text = str(error)
        assert "is bound to a different event loop" in text and "<asyncio.locks.Lock object at" in text
    else:
        raise AssertionError("worked")

    async def wait():
        try:
            async with asyncio.timeout(0.01):
                await queue.get()
        except TimeoutError:
            pass

    asyncio.run(wait())
    try:
        asyncio.run(wait())
    except RuntimeError as error:
        assert "is bound to a different event loop" in str(error)
    else:
        raise AssertionError("worked")
    # Without waiting nothing is noticed.
    calm = asyncio.Lock()

    async def alone():
        async with calm:
            pass

    asyncio.run(alone())
    asyncio.run(alone())


async def check_contextvars():
    """A task gets a copy of the context at creation; what it sets stays inside; to_thread copies too."""
    user = contextvars.ContextVar("user", default="nobody")
    user.set("ada")

    async def child():
        seen = user.get()
        user.set("bob")
        return seen

    task = asyncio.create_task(child())
    user.set("eve")
    assert await task == "ada" and user.get() == "eve"
    await child()  # awaited directly, it runs in the caller's context
    assert user.get() == "bob"
    assert await asyncio.to_thread(user.get) == "bob"
    loop = asyncio.get_running_loop()
    assert await loop.run_in_executor(None, user.get) == "nobody"


def check_default_executor():
    """The default executor has min(32, cpus + 4) threads: further to_thread calls wait."""

    async def main():
        await asyncio.to_thread(int)
        return asyncio.get_running_loop()._default_executor._max_workers

    workers = asyncio.run(main())
    assert workers == min(32, (os.cpu_count() or 1) + 4), workers

    async def full():
        start = time.monotonic()
        await asyncio.gather(*(asyncio.to_thread(time.sleep, 0.2) for _ in range(workers + 1)))
        return time.monotonic() - start

    assert asyncio.run(full()) > 0.39

    # Name look-ups share it: with all its threads busy, open_connection by name waits as well.
    async def lookup():
        jobs = [asyncio.create_task(asyncio.to_thread(time.sleep, 0.5)) for _ in range(workers)]
        await asyncio.sleep(0.05)
        start = time.monotonic()
        await asyncio.get_running_loop().getaddrinfo("localhost", 80)
        took = time.monotonic() - start
        await asyncio.gather(*jobs)
        return took

    assert asyncio.run(lookup()) > 0.3


def check_nested_run():
    """asyncio.run inside a running loop raises; so does run_until_complete."""

    async def main():
        coroutine = asyncio.sleep(0)
        try:
            asyncio.run(coroutine)
        except RuntimeError as error:
            coroutine.close()
            return str(error)

    assert asyncio.run(main()) == "asyncio.run() cannot be called from a running event loop"
    try:
        asyncio.create_task(None)
    except RuntimeError as error:
        assert str(error) == "no running event loop"


def check_fork_in_a_running_loop():
    """A child of os.fork has no running loop of its own; the parent's objects are copies."""
    code = """
import asyncio, os, sys
async def main():
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.get_running_loop()
            print("loop", flush=True)
        except RuntimeError as error:
            print(error, flush=True)
        os._exit(0)
    os.waitpid(pid, 0)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    return done.stdout.strip()


def main():
    print(sys.version.split()[0])
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = asyncio.run(check()) if inspect.iscoroutinefunction(check) else check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "")


if __name__ == "__main__":
    main()

"""Runs the claims of lifecycle.md, best-practices.md and performance.md. Run with: python lifecycle.py"""

import asyncio
import inspect
import contextlib
import gc
import logging
import signal
import subprocess
import sys
import textwrap
import time

FROM_312 = sys.version_info >= (3, 12)
FROM_313 = sys.version_info >= (3, 13)


def script(text, *, send=None, after=0.6, timeout=30):
    """Runs a program of its own; sends it a signal after it printed its first line."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", textwrap.dedent(text)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    first = ""
    if send:
        first = process.stdout.readline()
        time.sleep(after)
        process.send_signal(send)
    out, err = process.communicate(timeout=timeout)
    return process.returncode, first + out, err


def check_run_cancels_what_is_left():
    """When main returns, asyncio.run cancels the tasks that are left and awaits their cleanup."""
    steps = []

    async def worker():
        try:
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0.05)
            steps.append("cleaned")

    async def main():
        main.task = asyncio.create_task(worker())
        await asyncio.sleep(0.01)

    asyncio.run(main())
    assert steps == ["cleaned"] and main.task.cancelled()


def check_task_that_refuses_keeps_run():
    """A task that swallows its cancellation keeps asyncio.run from returning."""

    async def stubborn():
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.02)

    async def main():
        main.task = asyncio.create_task(stubborn())
        await asyncio.sleep(0.01)

    start = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - start > 0.45


def check_ctrl_c():
    """Ctrl+C cancels the main task, its finally runs, then KeyboardInterrupt is raised."""
    code, out, err = script(
        """
        import asyncio
        async def main():
            try:
                print("started")
                await asyncio.sleep(30)
            finally:
                await asyncio.sleep(0.01)
                print("cleaned")
        asyncio.run(main())
        """,
        send=signal.SIGINT,
    )
    assert "cleaned" in out and "KeyboardInterrupt" in err and code == -2, (code, out, err)


def check_sigterm():
    """SIGTERM ends the process without any finally; a handler that sets an Event cleans up."""
    program = """
        import asyncio, signal
        async def main():
            stop = asyncio.Event()
            {handler}
            try:
                print("started")
                await asyncio.wait_for(stop.wait(), 30)
            finally:
                print("cleaned")
        asyncio.run(main())
        """
    code, out, _ = script(program.format(handler=""), send=signal.SIGTERM)
    assert "cleaned" not in out and code == -15
    handler = "asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)"
    code, out, _ = script(program.format(handler=handler), send=signal.SIGTERM)
    assert "cleaned" in out and code == 0


async def check_server_wait_closed():
    """Since 3.12 wait_closed waits until the last connection is gone; 3.11 returns at once."""

    async def idle(reader, writer):
        await reader.read()
        writer.close()

    server = await asyncio.start_server(idle, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await asyncio.sleep(0.05)
    server.close()
    hung = False
    try:
        async with asyncio.timeout(0.5):
            await server.wait_closed()
    except TimeoutError:
        hung = True
    assert hung == FROM_312, hung
    if FROM_313:
        server.close_clients()
        async with asyncio.timeout(2):
            await server.wait_closed()
    writer.close()
    return "waits" if hung else "returns"


async def check_async_with_server_hangs_too():
    """Leaving `async with server` waits in the same way."""

    async def idle(reader, writer):
        await reader.read()
        writer.close()

    async def block():
        server = await asyncio.start_server(idle, "127.0.0.1", 0)
        async with server:
            block.client = await asyncio.open_connection(*server.sockets[0].getsockname())
            await asyncio.sleep(0.05)

    hung = False
    try:
        async with asyncio.timeout(0.5):
            await block()
    except TimeoutError:
        hung = True
    assert hung == FROM_312
    block.client[1].close()


async def check_handler_exception():
    """An exception in a connection's handler is logged; the client's connection is closed or left."""
    records = []
    handler = logging.Handler()
    handler.emit = lambda record: records.append(record.getMessage())
    logging.getLogger("asyncio").addHandler(handler)
    logging.getLogger("asyncio").propagate = False

    async def broken(reader, writer):
        raise ValueError("handler")

    server = await asyncio.start_server(broken, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    state = "left open"
    try:
        async with asyncio.timeout(0.5):
            if await reader.read() == b"":
                state = "closed"
    except TimeoutError:
        pass
    assert any("Unhandled exception in client_connected_cb" in text for text in records) or not FROM_312
    writer.close()
    server.close()
    logging.getLogger("asyncio").removeHandler(handler)
    return state


def check_runner_and_loop_state():
    """Runner keeps one loop for several calls; a closed one refuses."""
    with asyncio.Runner() as runner:
        first = runner.run(asyncio.sleep(0, "a"))
        loop = runner.get_loop()
        assert first == "a" and runner.run(asyncio.sleep(0, "b")) == "b" and runner.get_loop() is loop
    coroutine = asyncio.sleep(0)
    try:
        loop.run_until_complete(coroutine)
    except RuntimeError as error:
        assert str(error) == "Event loop is closed"
    coroutine.close()


def check_asyncgens_are_closed_by_run():
    """An async generator that is still open is closed when asyncio.run ends."""
    steps = []

    async def rows():
        try:
            yield 1
        finally:
            steps.append("closed")

    async def main():
        main.source = rows()
        await anext(main.source)

    asyncio.run(main())
    assert steps == ["closed"]


async def check_timeout_errors():
    """timeout and wait_for raise the builtin TimeoutError; its text is empty."""
    assert asyncio.TimeoutError is TimeoutError
    for wait in (asyncio.wait_for(asyncio.sleep(1), 0.01),):
        try:
            await wait
        except TimeoutError as error:
            assert str(error) == ""
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1)
    except TimeoutError as error:
        assert str(error) == ""


async def check_shield():
    """shield keeps the inner task alive when the caller is cancelled; nobody holds or awaits it then."""
    done = []

    async def commit():
        await asyncio.sleep(0.05)
        done.append(1)

    async def caller():
        await asyncio.shield(asyncio.create_task(commit()))

    task = asyncio.create_task(caller())
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0.1)
    assert task.cancelled() and done == [1]


async def check_queue_worker_pattern():
    """join() hangs if a worker dies before task_done; with a TaskGroup around, the error ends all."""
    queue = asyncio.Queue(maxsize=10)

    async def worker():
        while True:
            item = await queue.get()
            if item == 2:
                raise ValueError(item)
            queue.task_done()

    task = asyncio.create_task(worker())
    for n in range(4):
        await queue.put(n)
    try:
        async with asyncio.timeout(0.2):
            await queue.join()
    except TimeoutError:
        pass
    else:
        raise AssertionError("join returned")
    assert isinstance(task.exception(), ValueError)
    queue = asyncio.Queue(maxsize=10)

    async def feed(n):
        async with asyncio.TaskGroup() as group:
            workers = [group.create_task(worker()) for _ in range(3)]
            for i in n:
                await queue.put(i)
            await queue.join()
            for task in workers:
                task.cancel()

    await feed([5, 6, 7])
    try:
        async with asyncio.timeout(2):
            await feed([1, 2, 3])
    except* ValueError:
        pass


async def check_queue_shutdown():
    """3.13 has Queue.shutdown: get raises QueueShutDown once it is empty."""
    queue = asyncio.Queue()
    assert hasattr(queue, "shutdown") == FROM_313
    if FROM_313:
        queue.put_nowait(1)
        queue.shutdown()
        assert await queue.get() == 1
        try:
            await queue.get()
        except asyncio.QueueShutDown:
            return
        raise AssertionError


async def check_as_completed_and_results():
    """Results of a TaskGroup's tasks are there after the block; gather keeps the order."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(asyncio.sleep(0.01 * (3 - n), n)) for n in range(3)]
    assert [task.result() for task in tasks] == [0, 1, 2]
    got = await asyncio.gather(*(asyncio.sleep(0.01 * (3 - n), n) for n in range(3)))
    assert got == [0, 1, 2]
    got = await asyncio.gather(asyncio.sleep(0, 1), asyncio.sleep("x"), return_exceptions=True)
    assert got[0] == 1 and isinstance(got[1], TypeError)


def check_debug_mode_reports_slow_callbacks():
    """Debug mode logs a step that takes over 0.1 s, and where a never-awaited coroutine was made."""
    code, out, err = script(
        """
        import asyncio, logging, time
        logging.basicConfig()
        async def main():
            time.sleep(0.2)
        asyncio.run(main(), debug=True)
        """
    )
    assert "WARNING:asyncio:Executing <Task" in err and "took 0.2" in err, err


def check_eager_tasks():
    """3.12's eager_task_factory runs a coroutine at once up to its first wait."""
    if not FROM_312:
        return "not in 3.11"
    order = []

    async def child():
        order.append("child")

    async def main(eager):
        order.clear()
        if eager:
            asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        task = asyncio.create_task(child())
        order.append("after create_task")
        await task
        return list(order)

    assert asyncio.run(main(False)) == ["after create_task", "child"]
    assert asyncio.run(main(True)) == ["child", "after create_task"]


def check_costs():
    """Costs per operation in processor time, printed."""

    async def nothing():
        pass

    async def measure():
        out = {}
        n = 20_000

        async def direct():
            for _ in range(n):
                await nothing()

        async def tasks():
            for _ in range(n):
                await asyncio.create_task(nothing())

        async def threads():
            for _ in range(n // 20):
                await asyncio.to_thread(int)

        async def sleeps():
            for _ in range(n):
                await asyncio.sleep(0)

        async def queues():
            queue = asyncio.Queue(100)

            async def get():
                for _ in range(n):
                    await queue.get()

            task = asyncio.create_task(get())
            for i in range(n):
                await queue.put(i)
            await task

        for name, work, count in (
            ("await", direct, n), ("create_task", tasks, n), ("sleep(0)", sleeps, n),
            ("to_thread", threads, n // 20), ("queue put and get", queues, n),
        ):
            start = time.process_time()
            await work()
            out[name] = f"{(time.process_time() - start) / count * 1e6:.2f} µs"
        return out

    return asyncio.run(measure())


def check_memory_of_tasks():
    """Memory of a waiting task, printed."""
    import tracemalloc

    async def main():
        stop = asyncio.Event()

        async def wait():
            await stop.wait()

        gc.collect()
        tracemalloc.start()
        tasks = [asyncio.create_task(wait()) for _ in range(10_000)]
        await asyncio.sleep(0)
        size = tracemalloc.get_traced_memory()[0] / 10_000
        tracemalloc.stop()
        stop.set()
        await asyncio.gather(*tasks)
        return f"{size:.0f} bytes"

    return asyncio.run(main())


def main():
    print(sys.version.split()[0])
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = asyncio.run(check()) if inspect.iscoroutinefunction(check) else check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "")


if __name__ == "__main__":
    main()

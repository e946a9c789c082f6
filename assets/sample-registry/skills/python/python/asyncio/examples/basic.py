"""A complete asyncio program: server, bounded workers, timeouts, shutdown; it asserts what it does.

Run it with:  python basic.py     (Python 3.11 or newer; no network, no packages)
"""

import asyncio
import contextlib
import sys

MAX_LINE = 1024


class Doubler:
    """A line server: answers 'n' with '2n', is silent for 'silent', and fails for anything else."""

    def __init__(self) -> None:
        self.handlers: dict[asyncio.Task, asyncio.StreamWriter] = {}
        self.now = 0
        self.peak = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.handlers[asyncio.current_task()] = writer
        self.now += 1
        self.peak = max(self.peak, self.now)
        try:
            while True:
                async with asyncio.timeout(5):  # an idle client doesn't stay for ever
                    line = await reader.readline()
                if not line.endswith(b"\n"):
                    return  # the client has gone, perhaps in the middle of a line
                if line == b"silent\n":
                    continue
                await asyncio.sleep(0.01)
                answer = f"{2 * int(line)}\n" if line.strip().isdigit() else "error\n"
                writer.write(answer.encode())
                await writer.drain()
        except (TimeoutError, ConnectionError):
            pass
        finally:
            self.now -= 1
            del self.handlers[asyncio.current_task()]
            writer.close()

    async def stop(self, server: asyncio.Server) -> None:
        server.close()
        handlers = dict(self.handlers)
        for writer in handlers.values():  # since 3.12 wait_closed waits for each of them
            writer.close()
        async with asyncio.timeout(5):
            if handlers:
                await asyncio.wait(handlers)
            await server.wait_closed()


async def ask(port: int, text: str, limit: float) -> str:
    async with asyncio.timeout(limit):  # connecting, writing and reading together
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_LINE)
        try:
            writer.write(f"{text}\n".encode())
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.close()
    if not line.endswith(b"\n"):
        raise ConnectionError("the answer was cut off")
    return line.decode().strip()


async def ask_all(port: int, texts: list[str], workers: int = 4) -> dict[str, str]:
    """Asks with a bounded number of connections; the first error cancels the rest."""
    queue: asyncio.Queue[str] = asyncio.Queue(maxsize=workers)
    answers: dict[str, str] = {}

    async def work() -> None:
        while True:
            text = await queue.get()
            answers[text] = await ask(port, text, limit=5)
            if answers[text] == "error":
                raise ValueError(text)
            queue.task_done()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work(), name=f"worker-{n}") for n in range(workers)]
        for text in texts:
            await queue.put(text)
        await queue.join()
        for task in tasks:
            task.cancel()
    return answers


async def run(*argv: str, limit: float) -> str:
    """Runs a program; leaves no child behind, neither after a time-out nor after a cancellation."""
    process = await asyncio.create_subprocess_exec(*argv, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(limit):
            out, _ = await process.communicate()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    return out.decode().strip()


async def main() -> None:
    doubler = Doubler()
    server = await asyncio.start_server(doubler.handle, "127.0.0.1", 0, limit=MAX_LINE)
    port = server.sockets[0].getsockname()[1]
    try:
        answers = await ask_all(port, [str(n) for n in range(20)])
        assert answers == {str(n): str(2 * n) for n in range(20)}
        assert doubler.peak <= 4
        print("answers:", len(answers), "with at most", doubler.peak, "connections at once")

        try:
            await ask_all(port, ["1", "2", "oops", "3"])
        except* ValueError as group:
            assert [str(error) for error in group.exceptions] == ["oops"]
            print("expected:", group.exceptions[0])
        assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("worker-")]

        try:
            await ask(port, "silent", limit=0.2)
        except TimeoutError:
            print("expected: TimeoutError")
        else:
            raise AssertionError("a silent server was no error")

        assert await run(sys.executable, "-c", "print(6 * 7)", limit=20) == "42"
        try:
            await run(sys.executable, "-c", "import time; time.sleep(60)", limit=0.3)
        except TimeoutError:
            print("expected: the child was killed after its time-out")
        else:
            raise AssertionError("the child was waited for")
    finally:
        await doubler.stop(server)
    assert not doubler.handlers


if __name__ == "__main__":
    asyncio.run(main())

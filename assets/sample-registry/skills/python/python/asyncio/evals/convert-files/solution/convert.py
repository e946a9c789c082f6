import asyncio
import contextlib


async def convert(argv, seconds):
    process = await asyncio.create_subprocess_exec(*argv, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(seconds):
            out, _ = await process.communicate()
    except BaseException:
        # Neither a timeout nor a cancellation ends the process by itself.
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    return out

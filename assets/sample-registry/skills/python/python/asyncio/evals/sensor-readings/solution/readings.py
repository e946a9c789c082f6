import asyncio


async def readings(sensor, count):
    loop = asyncio.get_running_loop()
    queue = asyncio.Queue()
    # The callback runs in the driver's thread; only this call may be made from there.
    sensor.start(lambda value: loop.call_soon_threadsafe(queue.put_nowait, value))
    try:
        return [await queue.get() for _ in range(count)]
    finally:
        sensor.stop()

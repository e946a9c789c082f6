import asyncio


async def readings(sensor, count):
    queue = asyncio.Queue()
    sensor.start(queue.put_nowait)
    try:
        return [await queue.get() for _ in range(count)]
    finally:
        sensor.stop()

import time

import requests

SECONDS = 3


def fetch_report(url):
    deadline = time.monotonic() + SECONDS
    chunks = []
    with requests.get(url, timeout=SECONDS, stream=True) as response:
        response.raise_for_status()
        # A read of one byte at a time returns what is there, and the deadline is looked at in between.
        while chunk := response.raw.read(1, decode_content=True):
            chunks.append(chunk)
            if time.monotonic() > deadline:
                raise TimeoutError(url)
    return b"".join(chunks)

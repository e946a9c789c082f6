"""A complete Requests program: session, timeout, retry, streaming, error handling.

Run it with:  python basic.py
It needs no network. A small HTTP server in a thread plays the remote service.
"""

import hashlib
import http.server
import json
import threading

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry


class TimeoutAdapter(HTTPAdapter):
    """An adapter that gives every call a timeout unless the caller sets one."""

    __attrs__ = [*HTTPAdapter.__attrs__, "timeout"]  # or a pickled session loses it

    def __init__(self, *args, timeout=(3.05, 10), **kwargs):
        self.timeout = timeout
        super().__init__(*args, **kwargs)

    def send(self, request, **kwargs):
        if kwargs.get("timeout") is None:
            kwargs["timeout"] = self.timeout
        return super().send(request, **kwargs)


def make_session() -> requests.Session:
    retry = Retry(
        total=3,
        backoff_factor=0.1,
        retry_after_max=5,  # seconds; a Retry-After header may otherwise ask for hours
        status_forcelist=(502, 503, 504),
        raise_on_status=False,  # the last response is returned, not RetryError
    )
    session = requests.Session()
    session.trust_env = False  # no proxies, CA bundles or netrc from the environment
    session.headers["User-Agent"] = "requests-basic/1.0"
    for prefix in ("http://", "https://"):
        session.mount(prefix, TimeoutAdapter(max_retries=retry))
    return session


def get_json(session: requests.Session, url: str) -> dict:
    response = session.get(url)
    response.raise_for_status()  # a 4xx or 5xx is not an exception by itself
    return response.json()


def digest(session: requests.Session, url: str, limit: int = 10 * 1024 * 1024) -> str:
    """Hash a body without holding it in memory, and refuse a huge one."""
    size = 0
    result = hashlib.sha256()
    with session.get(url, stream=True) as response:  # leaving the block frees the connection
        response.raise_for_status()
        for chunk in response.iter_content(64 * 1024):
            size += len(chunk)
            if size > limit:
                raise ValueError("response too large")
            result.update(chunk)
    return f"{size} bytes, sha256 {result.hexdigest()[:12]}"


class Service(http.server.BaseHTTPRequestHandler):
    """The pretended remote service; /flaky fails twice before it answers."""

    protocol_version = "HTTP/1.1"
    failures = 2
    connections = set()

    def do_GET(self):
        Service.connections.add(self.client_address)
        if self.path == "/flaky" and Service.failures > 0:
            Service.failures -= 1
            self.answer(503, b"try again")
        elif self.path == "/missing":
            self.answer(404, b"no such thing")
        elif self.path == "/large":
            self.answer(200, b"x" * 300_000)
        else:
            self.answer(200, json.dumps({"path": self.path}).encode())

    def answer(self, status: int, body: bytes):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def main() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.handle_error = lambda *_: None  # one client hangs up early, on purpose
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    try:
        with make_session() as session:
            answer = get_json(session, f"{base}/flaky")
            assert answer == {"path": "/flaky"} and Service.failures == 0
            print("after retries:", answer)
            streamed = digest(session, f"{base}/large")
            assert streamed.startswith("300000 bytes")
            print("streamed:", streamed)
            try:
                digest(session, f"{base}/large", limit=1000)
            except ValueError as error:
                print("expected:", error)
            else:
                raise AssertionError("the limit was ignored")
            try:
                get_json(session, f"{base}/missing")
            except requests.HTTPError as error:
                assert error.response.status_code == 404
                print("expected:", error.response.status_code, error.response.text)
            else:
                raise AssertionError("a 404 raised nothing")
            print("connections used:", len(Service.connections))
            # All calls shared one; the body that was given up early cost it, and 404 opened the next.
            assert len(Service.connections) == 2
            try:
                session.get("http://127.0.0.1:9/", timeout=0.5)
            except requests.ConnectionError as error:
                print("expected:", type(error).__name__)
            else:
                raise AssertionError("port 9 answered")
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()

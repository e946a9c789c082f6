"""Asks report.py for a report that comes at once, and for one whose server sends a byte now and then."""
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DRIPS, PAUSE, LIMIT = 60, 0.25, 9


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(404 if self.path == "/none" else 200)
        self.send_header("Content-Length", str(DRIPS if self.path == "/drip" else 6))
        self.end_headers()
        if self.path != "/drip":
            self.wfile.write(b"report")
            return
        for _ in range(DRIPS):
            self.wfile.write(b".")
            self.wfile.flush()
            time.sleep(PAUSE)

    def log_message(self, *_):
        pass


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"


def works():
    from report import fetch_report

    body = fetch_report(f"{address}/whole")
    return body == b"report", f"fetch_report gave {body!r}"


def gives_up():
    from report import fetch_report

    start = time.monotonic()
    try:
        body = fetch_report(f"{address}/drip")
        said = f"gave {len(body)} bytes"
    except Exception as error:
        said = f"raised {type(error).__name__}"
    took = time.monotonic() - start
    return said.startswith("raised") and took < LIMIT, f"{said} after {took:.1f} s of {DRIPS * PAUSE:.0f} s"


print(json.dumps({"checks": [judge("works", works), judge("gives up on a server that sends slowly", gives_up)]}), flush=True)
os._exit(0)

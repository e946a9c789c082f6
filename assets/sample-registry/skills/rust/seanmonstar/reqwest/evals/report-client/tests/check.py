"""Serves the report, a moved one, an error page, a redirect to another server, and nothing at all."""
import json
import os
import socket
import subprocess
import threading


class Server:
    def __init__(self, answer):
        self.answer, self.requests, self.open = answer, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        self.open.append(peer)
        try:
            text = b""
            while b"\r\n\r\n" not in text:
                part = peer.recv(65536)
                if not part:
                    return
                text += part
            self.requests.append(text.decode())
            found = self.answer(text.decode().split(" ")[1])
            if found:
                status, headers, body = found
                peer.sendall(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{headers}\r\n{body}".encode())
                peer.close()
        except OSError:
            pass


def run(server, path):
    program = os.path.join(os.environ["CACHE"], "debug", "report")
    if not os.path.exists("src/main.rs") or not os.path.exists(program):
        log = open("build.log").read() if os.path.exists("build.log") else ""
        raise RuntimeError(f"there is no program {log[-200:]}")
    # A proxy of the machine is none of the program's business here.
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment["KEY"] = "secret-key"
    child = subprocess.Popen(
        [program, f"http://127.0.0.1:{server.port}{path}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    try:
        out, _ = child.communicate(timeout=60)
        return child.returncode, out.strip()
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return None, ""


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


def home(path):
    return {
        "/report": ("200 OK", "", "all is well"),
        "/moved": ("302 Found", "Location: /report\r\n", ""),
        "/away": ("302 Found", f"Location: http://127.0.0.1:{other.port}/taken\r\n", ""),
        "/hang": None,
    }.get(path, ("404 Not Found", "", "no such page"))


other = Server(lambda path: ("200 OK", "", "not yours"))
server = Server(home)


def works():
    plain, moved = run(server, "/report"), run(server, "/moved")
    has_key = "x-api-key: secret-key" in server.requests[0].lower() if server.requests else False
    return plain == (0, "all is well") and moved == plain and has_key, f"{plain}, moved: {moved}, the key came: {has_key}"


def tells_failures():
    found = run(server, "/nothing")
    return found == (1, ""), f"exit and output: {found}"


def keeps_the_key():
    run(server, "/report")
    before = len(other.requests)
    code, _ = run(server, "/away")
    leaked = any("secret-key" in text for text in other.requests[before:])
    return code is not None and bool(server.requests) and not leaked, f"exit {code}, the other server got the key: {leaked}"


def gives_up():
    found = run(server, "/hang")
    return found == (1, ""), f"exit and output: {found}"


print(
    json.dumps(
        {
            "checks": [
                judge("works", works),
                judge("takes no error page for a report", tells_failures),
                judge("keeps the key with its server", keeps_the_key),
                judge("gives up on a silent server within a minute", gives_up),
            ]
        }
    )
)

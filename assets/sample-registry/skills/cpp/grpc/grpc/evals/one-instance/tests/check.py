"""Starts one instance, speaks HTTP/2 with it, and starts a second one on the same port."""
import json
import os
import socket
import subprocess
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


def start(port):
    program = os.path.join(os.environ["CACHE"], "program")
    if not os.path.exists(program):
        log = open("build.log").read() if os.path.exists("build.log") else ""
        raise RuntimeError(f"there is no program: {log[:200]}")
    return subprocess.Popen([program, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def speaks_http2(port):
    for _ in range(150):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as peer:
                peer.sendall(PREFACE)
                # The first frame of a server is SETTINGS.
                return peer.recv(9)[3:4] == b"\x04"
        except OSError:
            time.sleep(0.1)
    return False


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


with socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
children = []


def works():
    children.append(start(port))
    serves = speaks_http2(port)
    return serves and children[0].poll() is None, f"the first instance serves HTTP/2: {serves}"


def refuses():
    if not children or children[0].poll() is not None:
        return False, "there is no first instance"
    children.append(start(port))
    try:
        code = children[1].wait(timeout=15)
        return code != 0, f"the second instance exits with {code}"
    except subprocess.TimeoutExpired:
        return False, "a second instance runs on the same port"


checks = [judge("works", works), judge("fails where the port is taken", refuses)]
for child in children:
    child.kill()
print(json.dumps({"checks": checks}))

"""Sends orders, and looks which of them are stored a while after they were accepted."""
import json
import os
import socket
import subprocess
import time
import urllib.request


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


def start():
    program = os.path.join(os.environ["CACHE"], "orders")
    if not os.path.exists(program):
        log = open("build.log").read() if os.path.exists("build.log") else ""
        raise RuntimeError(f"there is no program: {log[-200:]}")
    if os.path.exists("stored.txt"):
        os.remove("stored.txt")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "STORE": os.path.abspath("stored.txt")}
    child = subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return port, child
        except OSError:
            time.sleep(0.1)
    child.kill()
    raise RuntimeError("it doesn't listen")


fault, port, child = None, 0, None
try:
    port, child = start()
except BaseException as error:
    fault = error


def ask(path, body=None):
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body), timeout=20) as response:
        return response.status, response.read().decode()


def works():
    if fault:
        raise fault
    status, _ = ask("/orders", b"first")
    health = ask("/health")[1].strip()
    return status == 202 and health == "ok", f"status {status}, health {health}"


def stores():
    if fault:
        raise fault
    statuses = [ask("/orders", f"order {at}".encode())[0] for at in range(5)]
    found = 0
    for _ in range(50):
        time.sleep(0.2)
        text = open("stored.txt").read() if os.path.exists("stored.txt") else ""
        found = sum(f"order {at}" in text for at in range(5))
        if found == 5:
            break
    return found == 5, f"{statuses.count(202)} accepted, {found} stored"


checks = [judge("works", works), judge("stores what was accepted", stores)]
if child:
    child.kill()
print(json.dumps({"checks": checks}))

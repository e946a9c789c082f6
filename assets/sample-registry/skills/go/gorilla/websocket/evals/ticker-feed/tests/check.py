"""Listens to the feed over a bare socket: for prices, and for the answer to a ping."""
import json
import os
import socket
import subprocess
import time
import urllib.request


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.sendall(
            f"GET /prices HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.split(b"\r\n")[0].decode())

    def more(self):
        part = self.socket.recv(4096)
        if not part:
            raise EOFError("the server closed the connection")
        self.buffer += part

    def frame(self):
        while len(self.buffer) < 2 or len(self.buffer) < 2 + (self.buffer[1] & 127):
            self.more()
        length = 2 + (self.buffer[1] & 127)
        opcode, body = self.buffer[0] & 15, self.buffer[2:length]
        self.buffer = self.buffer[length:]
        return opcode, body

    def send(self, opcode, body):
        # A mask of zeros leaves the bytes as they are.
        self.socket.sendall(bytes([128 | opcode, 128 | len(body), 0, 0, 0, 0]) + body)


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


def start():
    program = os.path.join(os.environ["CACHE"], "feed")
    if not os.path.exists(program):
        log = open("build.log").read() if os.path.exists("build.log") else ""
        raise RuntimeError(f"there is no program: {log[-200:]}")
    port = free_port()
    child = subprocess.Popen([program], env={**os.environ, "PORT": str(port)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return port, child
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("it doesn't listen")


try:
    port, child = start()
    fault = None
except BaseException as error:
    fault, port, child = error, 0, None


def works():
    if fault:
        raise fault
    client = Client(port)
    prices = []
    while len(prices) < 3:
        opcode, body = client.frame()
        if opcode == 1:
            prices.append(json.loads(body)["price"])
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/clients", timeout=10) as response:
        count = response.read().decode().strip()
    return prices == [1, 2, 3] and count == "1", f"prices {prices}, {count} client"


def answers_pings():
    if fault:
        raise fault
    client = Client(port)
    client.send(9, b"are you there")
    for seen in range(40):
        opcode, body = client.frame()
        if opcode == 10:
            return body == b"are you there", f"a pong behind {seen} messages"
    return False, "40 messages, and no pong"


checks = [judge("works", works), judge("answers a client that pings", answers_pings)]
if child:
    child.kill()
print(json.dumps({"checks": checks}))

"""A server that speaks PostgreSQL's protocol and has 20 jobs; FirstWanted is called once, and six times."""
import json
import os
import socket
import struct
import subprocess
import threading

JOBS = range(1, 21)


def message(kind, body=b""):
    return kind + struct.pack("!i", len(body) + 4) + body


def described(format_code):
    return message(b"T", struct.pack("!h", 1) + b"id\0" + struct.pack("!ihihih", 0, 0, 20, 8, -1, format_code))


READY = message(b"Z", b"I")
ROWS = b"".join(message(b"D", struct.pack("!hiq", 1, 8, job)) for job in JOBS) + message(b"C", b"SELECT 20\0")
TEXT_ROWS = b"".join(message(b"D", struct.pack("!hi", 1, len(str(job))) + str(job).encode()) for job in JOBS) + message(b"C", b"SELECT 20\0")


def serve(peer):
    stream = peer.makefile("rb")

    def read(count):
        data = stream.read(count)
        if len(data) < count:
            raise EOFError
        return data

    try:
        body = read(struct.unpack("!i", read(4))[0] - 4)
        if struct.unpack("!i", body[:4])[0] == 80877103:
            peer.sendall(b"N")
            body = read(struct.unpack("!i", read(4))[0] - 4)
        status = b"".join(message(b"S", name + b"\0" + value + b"\0") for name, value in
                          [(b"server_version", b"16.0"), (b"client_encoding", b"UTF8"), (b"standard_conforming_strings", b"on")])
        peer.sendall(message(b"R", struct.pack("!i", 0)) + status + message(b"K", struct.pack("!ii", 1, 1)) + READY)
        sql = b""
        while True:
            kind = read(1)
            body = read(struct.unpack("!i", read(4))[0] - 4)
            is_select = b"select" in sql.lower()
            if kind == b"Q":
                is_select = b"select" in body.lower()
                peer.sendall((described(0) + TEXT_ROWS if is_select else message(b"C", b"BEGIN\0")) + READY)
            elif kind == b"P":
                sql = body.split(b"\0")[1]
                peer.sendall(message(b"1"))
            elif kind == b"D":
                parameters = message(b"t", struct.pack("!h", 0)) if body[:1] == b"S" else b""
                peer.sendall(parameters + (described(1) if is_select else message(b"n")))
            elif kind == b"B":
                peer.sendall(message(b"2"))
            elif kind == b"E":
                peer.sendall(ROWS if is_select else message(b"C", b"BEGIN\0"))
            elif kind == b"C":
                peer.sendall(message(b"3"))
            elif kind == b"S":
                peer.sendall(READY)
            elif kind == b"X":
                return
    except (EOFError, OSError):
        pass
    finally:
        peer.close()


def accept(listener):
    while True:
        peer, _ = listener.accept()
        threading.Thread(target=serve, args=(peer,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=(listener,), daemon=True).start()


def judge(name, calls):
    program = os.path.join(os.environ["CACHE"], "program")
    try:
        if not os.path.exists(program):
            log = open("build.log").read() if os.path.exists("build.log") else ""
            raise RuntimeError(f"there is no program: {log[:200]}")
        port = str(listener.getsockname()[1])
        done = subprocess.run([program, port, str(calls)], capture_output=True, text=True, timeout=60)
        found = done.stdout.splitlines()
        passed, evidence = found == ["5"] * calls, f"{calls} calls gave {found} {done.stderr[-150:]}"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", 1), judge("gives connections back", 6)]}), flush=True)
os._exit(0)

"""A recording TCP proxy: forwards one connection and writes what passed to a .hex file."""

import selectors
import socket
import threading

LINE = 64  # bytes of capture per line


class Tap:
    """Listens on a free port of 127.0.0.1 and forwards the first connection to `server_port`.

    Each read from a socket is written as `> HEX` (client to server) or `< HEX` (server to
    client), wrapped after LINE bytes. One thread reads both sides, so the order in the file is
    the order in which the proxy saw the bytes.
    """

    def __init__(self, path, header, server_port):
        self.path = path
        self.header = header
        self.server_port = server_port
        self.lines = []
        self.size = {">": 0, "<": 0}
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(1)
        self.listener.settimeout(20)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _note(self, direction, data):
        self.size[direction] += len(data)
        for i in range(0, len(data), LINE):
            self.lines.append("%s %s" % (direction, data[i:i + LINE].hex()))

    def _run(self):
        try:
            client, _ = self.listener.accept()
        except OSError:
            return
        finally:
            self.listener.close()
        server = socket.create_connection(("127.0.0.1", self.server_port))
        for s in (client, server):
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector = selectors.DefaultSelector()
        selector.register(client, selectors.EVENT_READ, (">", server))
        selector.register(server, selectors.EVENT_READ, ("<", client))
        while selector.get_map():
            ready = selector.select(20)
            if not ready:
                break
            for key, _ in ready:
                direction, other = key.data
                try:
                    data = key.fileobj.recv(65536)
                except OSError:
                    data = b""
                try:
                    if data:
                        self._note(direction, data)
                        other.sendall(data)
                    else:
                        selector.unregister(key.fileobj)
                        other.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
        client.close()
        server.close()

    def finish(self):
        """Waits for the connection to end and writes the file."""
        self.thread.join(25)
        if not self.lines:
            raise RuntimeError("nothing recorded for %s" % self.path)
        with open(self.path, "w", encoding="ascii") as out:
            for line in self.header:
                out.write("# %s\n" % line)
            for line in self.lines:
                out.write(line + "\n")

"""A broker of one queue on Qpid Proton, for the AMQP commands: proton_broker.py PORT. Rejects what says "no"."""
import collections
import sys

from proton import Endpoint
from proton.handlers import MessagingHandler
from proton.reactor import Container


class Broker(MessagingHandler):
    def __init__(self, port):
        super().__init__(auto_accept=False)
        self.port = port
        self.queue = collections.deque()
        self.consumers = []

    def on_start(self, event):
        event.container.listen("127.0.0.1:%d" % self.port)
        print("listens", flush=True)

    def on_link_opening(self, event):
        if event.link.is_sender:
            event.link.source.address = event.link.remote_source.address
            self.consumers.append(event.link)
        else:
            event.link.target.address = event.link.remote_target.address

    def give(self, link):
        while link.credit > 0 and self.queue:
            link.send(self.queue.popleft())
        if link.drain_mode and not self.queue:
            link.drained()

    def on_link_flow(self, event):
        if event.link.is_sender:
            self.give(event.link)

    def on_message(self, event):
        if event.message.body in ("no", b"no"):
            self.reject(event.delivery)
            return
        self.queue.append(event.message)
        self.accept(event.delivery)
        for link in self.consumers:
            if link.state & Endpoint.REMOTE_ACTIVE:
                self.give(link)

    def on_accepted(self, event):
        print("accepted", flush=True)

    def on_released(self, event):
        print("released", flush=True)

    def on_rejected(self, event):
        print("rejected", flush=True)


Container(Broker(int(sys.argv[1]))).run()

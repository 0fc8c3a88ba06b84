"""Qpid Proton: qpid.py send|receive PORT ADDRESS COUNT [PREFIX]"""
import sys

from proton import Message
from proton.handlers import MessagingHandler
from proton.reactor import Container


class Peer(MessagingHandler):
    def __init__(self, what, port, address, count, prefix):
        super().__init__(prefetch=10)
        self.what, self.url = what, "amqp://127.0.0.1:%s" % port
        self.address, self.count, self.prefix = address, count, prefix
        self.sent, self.left, self.failed = 0, count, None

    def on_start(self, event):
        connection = event.container.connect(self.url, reconnect=False, heartbeat=30)
        self.timer = event.container.schedule(15, self)
        if self.what == "send":
            event.container.create_sender(connection, self.address)
        else:
            event.container.create_receiver(connection, self.address)

    def done(self, event):
        self.timer.cancel()
        event.connection.close()

    def on_sendable(self, event):
        while event.sender.credit and self.sent < self.count:
            event.sender.send(Message(body="%s%d" % (self.prefix, self.sent), durable=True))
            self.sent += 1

    def on_accepted(self, event):
        self.left -= 1
        if self.left == 0:
            self.done(event)

    def on_message(self, event):
        body = event.message.body
        print(bytes(body).decode() if isinstance(body, (bytes, memoryview)) else body, flush=True)
        self.left -= 1
        if self.left == 0:
            self.accept(event.delivery)
            event.receiver.close()
            self.done(event)

    def fail(self, event, why):
        self.failed = why
        self.timer.cancel()
        if event.connection:
            event.connection.close()

    def on_timer_task(self, event):
        self.failed = "time is over"
        event.container.stop()

    def on_rejected(self, event):
        self.fail(event, "rejected")

    def on_released(self, event):
        self.fail(event, "released")

    def on_transport_error(self, event):
        self.fail(event, event.transport.condition)

    def on_link_error(self, event):
        self.fail(event, event.link.remote_condition)


peer = Peer(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), (sys.argv[5:] or ["m"])[0])
Container(peer).run()
if peer.failed:
    sys.exit("failed: %s" % peer.failed)

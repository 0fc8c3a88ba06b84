"""The Proton peer of the recorded AMQP clients; addresses mean what rhea_server.js says.

Usage: proton_server.py PORT
"""

import sys

from proton import Condition, symbol
from proton.handlers import MessagingHandler
from proton.reactor import Container


class Server(MessagingHandler):
    def __init__(self, port):
        super().__init__(prefetch=0, auto_accept=False)
        self.port = port
        self.kept = {}
        self.refused = []

    def on_start(self, event):
        event.container.listen("127.0.0.1:%d" % self.port)

    def on_connection_bound(self, event):
        event.transport.max_frame_size = 512
        event.transport.idle_timeout = 1.0
        event.transport.channel_max = 10

    def on_connection_opening(self, event):
        event.connection.container = event.container.container_id
        event.connection.offered_capabilities = symbol("ANONYMOUS-RELAY")
        event.connection.properties = {symbol("product"): "recorder"}

    def on_link_opening(self, event):
        link = event.link
        if link.is_receiver:
            address = link.remote_target.address
            link.target.address = address
            link.source.address = link.remote_source.address
        else:
            address = link.remote_source.address
            link.source.copy(link.remote_source)
            if link.remote_source.dynamic:
                address = "reply-1"
                link.source.address = address
            link.target.address = link.remote_target.address
            self.kept[address] = link
        if address == "missing":
            self.refused.append(link)
            return
        if address == "close":
            event.connection.condition = Condition("amqp:resource-limit-exceeded", "the server goes away",
                                                   {symbol("retry-after"): 5})
            event.connection.close()
            return
        link.open()
        if link.is_receiver:
            link.flow(40)

    def on_link_local_open(self, event):
        if event.link in self.refused:
            self.refused.remove(event.link)
            event.link.condition = Condition("amqp:not-found", "no such node")
            event.link.close()

    def on_message(self, event):
        self.accept(event.delivery)
        address = event.link.target.address
        if address and address.startswith("echo") and address in self.kept:
            self.kept[address].send(event.message)

    def on_transport_error(self, event):
        pass

    def on_connection_error(self, event):
        event.connection.close()


Container(Server(int(sys.argv[1])), container_id="proton-server").run()

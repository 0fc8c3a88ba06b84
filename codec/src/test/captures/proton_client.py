"""Proton sessions. Usage: proton_client.py NAME PORT"""

import sys
import uuid

from proton import (UNDESCRIBED, Array, Condition, Data, Delivery, Described, Message, byte, char,
                    decimal32, decimal64, decimal128, float32, int32, short, symbol, timestamp, ubyte, uint,
                    ulong, ushort)
from proton.handlers import MessagingHandler
from proton.reactor import (AtLeastOnce, AtMostOnce, Container, Copy, DurableSubscription, DynamicNodeProperties,
                            LinkOption, Selector)

NAME, PORT = sys.argv[1], int(sys.argv[2])
UUID = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")


class Session(MessagingHandler):
    """Opens a connection; subclasses do the rest. Ends by itself after 8 seconds."""

    connect_options = {"sasl_enabled": False}
    prefetch = 10

    def __init__(self):
        super().__init__(prefetch=self.prefetch, auto_accept=False, auto_settle=True)
        self.connection = None

    def on_start(self, event):
        event.container.container_id = "proton-client"
        options = dict({"reconnect": False}, **self.connect_options)
        if options.pop("bare", False):
            options["sasl_enabled"] = False
        self.connection = event.container.connect("127.0.0.1:%d" % PORT, **options)
        self.limit = event.container.schedule(8, self)
        self.begin(event)

    def on_timer_task(self, event):
        sys.exit("%s timed out" % NAME)

    def close(self):
        self.limit.cancel()
        self.connection.close()

    def begin(self, event):
        raise NotImplementedError

    def on_transport_error(self, event):
        self.limit.cancel()

    def on_link_error(self, event):
        pass

    def on_connection_error(self, event):
        self.close()

    def on_disconnected(self, event):
        self.limit.cancel()


class One(Session):
    """One message, accepted, then everything is closed in turn."""

    sent = False

    def begin(self, event):
        event.container.create_sender(self.connection, "sink", name="one")

    def on_sendable(self, event):
        if not self.sent:
            self.sent = True
            event.sender.send(Message(body="hello"))

    def on_settled(self, event):
        event.link.close()

    def on_link_closed(self, event):
        event.link.session.close()
        self.close()


class Anonymous(One):
    connect_options = {"allowed_mechs": "ANONYMOUS", "properties": {symbol("product"): "proton"},
                       "offered_capabilities": symbol("one"), "desired_capabilities": [symbol("two"), symbol("three")],
                       "virtual_host": "vhost"}


class Plain(One):
    connect_options = {"user": "alice", "password": "s3cret", "allowed_mechs": "PLAIN",
                       "allow_insecure_mechs": True}


class PlainRefused(One):
    connect_options = dict(Plain.connect_options, password="wrong")


class Echo(Session):
    """Sends what message() gives to a node that hands it back."""

    address = "echo-1"
    connect_options = {"sasl_enabled": False}

    def begin(self, event):
        self.receiver = event.container.create_receiver(self.connection, self.address, name="in")
        self.sender = None

    def on_link_opened(self, event):
        if event.link == self.receiver and self.sender is None:
            self.sender = event.container.create_sender(self.connection, self.address, name="out")

    def on_sendable(self, event):
        if not getattr(self, "sent", False):
            self.sent = True
            event.sender.send(self.message())

    def on_message(self, event):
        self.accept(event.delivery)
        self.close()


class Sections(Echo):
    def message(self):
        m = Message(body="the body")
        m.durable, m.priority, m.ttl, m.first_acquirer, m.delivery_count = True, 9, 60, True, 2
        m.instructions = {symbol("x-opt-da"): 1}
        m.annotations = {symbol("x-opt-ma"): "two", symbol("x-opt-list"): [1, "b"], ulong(5): "numeric key"}
        m.id, m.user_id, m.address, m.subject, m.reply_to = UUID, b"alice", "echo-1", "accept", "nowhere"
        m.correlation_id, m.content_type, m.content_encoding = b"\x00\x01", "text/plain", "identity"
        m.expiry_time, m.creation_time = 1900000000, 1700000000
        m.group_id, m.group_sequence, m.reply_to_group_id = "g", 4294967295, "rg"
        m.properties = {
            "null": None, "yes": True, "no": False, "ubyte": ubyte(255), "ushort": ushort(65535),
            "uint0": uint(0), "uintSmall": uint(200), "uint": uint(4294967295),
            "ulong0": ulong(0), "ulongSmall": ulong(7), "ulong": ulong(18446744073709551615),
            "byte": byte(-128), "short": short(-32768), "intSmall": int32(-1), "int": int32(-70000),
            "longSmall": -2, "long": -9223372036854775808, "float": float32(1.5), "double": -0.1,
            "decimal32": decimal32(1), "decimal64": decimal64(2), "decimal128": decimal128(b"0123456789abcdef"),
            "char": char("\U0001d11e"), "timestamp": timestamp(1700000000123), "uuid": UUID,
            "binary": b"\x00\xff", "string": "gr\u00fc\u00dfe \u2713", "symbol": symbol("sym"), "empty": "",
        }
        return m


class Multiframe(Echo):
    address = "echo-m"
    connect_options = {"sasl_enabled": False, "max_frame_size": 512}

    def message(self):
        return Message(body=b"abcdefgh" * 160, inferred=True, id=ulong(1))


class Bodies(Session):
    def begin(self, event):
        self.bodies = [
            (b"\x00\x01\x02\xff", True), (b"binary value", False), (None, False), ("string", False), (True, False),
            (-5, False), (1.25, False), (decimal64(7), False), (char("z"), False), (UUID, False),
            ({"map": 1, "nested": {"list": [1, [2, [3]], {"deep": None}]}}, False),
            ([], False), ([1, "two", None, False], False), ({int32(1): "int key", symbol("s"): "symbol key"}, False),
            (Array(UNDESCRIBED, Data.INT, 1, 2, 300), False), (Array(UNDESCRIBED, Data.STRING, "a", "bc"), False),
            (Array(UNDESCRIBED, Data.BOOL, True, False), False), (Array(UNDESCRIBED, Data.ULONG), False),
            (Array(symbol("a:desc"), Data.SYMBOL, symbol("x"), symbol("y")), False),
            (Array(UNDESCRIBED, Data.LIST, [1], []), False),
            (Described(symbol("example:thing:string"), "inner"), False),
            (Described(ulong(0x468C00000099), [1, 2]), False),
            ([Described(symbol("a:b"), Described(ulong(1), "twice")), timestamp(0)], False),
            ([1, "two", [3]], True),
        ]
        event.container.create_sender(self.connection, "sink", name="bodies")

    def step(self, sender):
        if not self.bodies:
            self.close()
        elif sender.credit:
            body, inferred = self.bodies.pop(0)
            sender.send(Message(body=body, inferred=inferred))

    def on_sendable(self, event):
        if not event.link.unsettled:
            self.step(event.sender)

    def on_settled(self, event):
        self.step(event.link)


class Outcomes(Session):
    connect_options = {"allowed_mechs": "ANONYMOUS"}
    prefetch = 0

    def begin(self, event):
        self.subjects = ["accept", "reject", "release", "modify"]
        self.settled = self.received = 0
        self.first = event.container.create_sender(self.connection, "sink", name="unsettled", options=AtLeastOnce())
        self.second = None

    def on_sendable(self, event):
        if event.sender == self.first:
            while self.subjects:
                subject = self.subjects.pop(0)
                event.sender.send(Message(subject=subject, body=subject))
        elif event.sender == self.second and not self.received and self.settled == 4:
            self.settled += 1
            event.sender.send(Message(body="settled"))
            self.receiver = event.container.create_receiver(self.connection, "feed-4", name="outcomes")
            self.receiver.flow(4)

    def on_settled(self, event):
        if event.link != self.first:
            return
        self.settled += 1
        if self.settled == 4:
            self.second = event.container.create_sender(self.connection, "sink", name="settled", options=AtMostOnce())

    def on_message(self, event):
        self.received += 1
        d = event.delivery
        if event.link != self.receiver:
            if self.received == 6:
                event.link.close()
                self.close()
            return
        if self.received == 1:
            d.update(Delivery.ACCEPTED)
        elif self.received == 2:
            d.local.condition = Condition("amqp:decode-error", "bad", {symbol("at"): 3})
            d.update(Delivery.REJECTED)
        elif self.received == 3:
            d.update(Delivery.RELEASED)
        else:
            d.local.failed = True
            d.local.undeliverable = True
            d.local.annotations = {symbol("x-opt-a"): "b"}
            d.update(Delivery.MODIFIED)
        d.settle()
        if self.received == 4:
            event.container.create_receiver(self.connection, "feed-2-settled", name="settled-in",
                                            options=AtMostOnce()).flow(2)


class Abort(Session):
    connect_options = {"sasl_enabled": False, "max_frame_size": 512}
    step = 0

    def begin(self, event):
        self.sender = event.container.create_sender(self.connection, "sink", name="abort")

    def on_sendable(self, event):
        if self.step == 0:
            self.step = 1
            self.cut = event.sender.delivery("cut")
            event.sender.stream(Message(body=b"x" * 900, inferred=True).encode()[:700])
            event.container.schedule(0.2, Later(self.go_on))

    def go_on(self, event):
        self.cut.abort()
        self.sender.send(Message(body="whole"))

    def on_settled(self, event):
        if event.delivery.tag != "cut":
            self.close()


class Later:
    def __init__(self, action):
        self.action = action

    def on_timer_task(self, event):
        self.action(event)


class Drain(Session):
    prefetch = 0
    count = 0

    def begin(self, event):
        self.receiver = event.container.create_receiver(self.connection, "feed-2", name="drain")
        self.receiver.flow(5)

    def on_message(self, event):
        self.accept(event.delivery)
        self.count += 1
        if self.count == 2:
            event.container.schedule(0.1, Later(lambda e: self.receiver.drain(0)))

    def on_link_flow(self, event):
        if event.link.is_receiver and self.count == 2 and event.link.credit == 0:
            self.close()


class Dynamic(Session):
    def begin(self, event):
        self.receiver = event.container.create_receiver(
            self.connection, None, dynamic=True, name="reply",
            options=DynamicNodeProperties({"lifetime-policy": Described(ulong(0x2b), [])}))
        self.sender = None

    def on_link_opened(self, event):
        if event.link == self.receiver:
            self.sender = event.container.create_sender(self.connection, "service", name="request")

    def on_sendable(self, event):
        if not getattr(self, "sent", False):
            self.sent = True
            event.sender.send(Message(id="id-1", reply_to=self.receiver.remote_source.address, body="question"))

    def on_message(self, event):
        self.accept(event.delivery)
        self.close()


class Filtered(Session):
    def begin(self, event):
        event.container.create_receiver(
            self.connection, "feed-1", name="subscription-1",
            options=[Selector("colour = 'green' AND weight > 2.5"), DurableSubscription(), Copy()])

    def on_message(self, event):
        self.accept(event.delivery)
        event.link.detach()

    def on_link_remote_detach(self, event):
        event.container.schedule(0.1, Later(lambda e: self.close()))


class Heartbeat(Session):
    connect_options = {"sasl_enabled": False, "heartbeat": 0.8}

    def begin(self, event):
        event.container.schedule(1.8, Later(lambda e: self.close()))


class Errors(Session):
    closed = 0

    def begin(self, event):
        event.container.create_sender(self.connection, "missing", name="s")

    def on_link_remote_close(self, event):
        event.link.close()
        self.closed += 1
        if self.closed == 1:
            event.container.create_receiver(self.connection, "missing", name="r")
        else:
            self.connection.condition = Condition("amqp:internal-error", "client failed", {symbol("code"): 7})
            self.close()


class CloseError(Session):
    def begin(self, event):
        event.container.create_sender(self.connection, "close", name="s")


class Transaction(Session):
    def begin(self, event):
        event.container.declare_transaction(self.connection, handler=self)
        event.container.schedule(0.3, Later(lambda e: self.close()))


sessions = {
    "amqp-proton-bare": One, "amqp-proton-anonymous": Anonymous, "amqp-proton-plain": Plain,
    "amqp-proton-plain-refused": PlainRefused, "amqp-proton-sections": Sections,
    "amqp-proton-multiframe": Multiframe, "amqp-proton-bodies": Bodies, "amqp-proton-outcomes": Outcomes,
    "amqp-proton-abort": Abort, "amqp-proton-drain": Drain, "amqp-proton-dynamic": Dynamic,
    "amqp-proton-filter": Filtered, "amqp-proton-heartbeat": Heartbeat, "amqp-proton-errors": Errors,
    "amqp-proton-close-error": CloseError, "amqp-proton-transaction": Transaction,
}
Container(sessions[NAME]()).run()

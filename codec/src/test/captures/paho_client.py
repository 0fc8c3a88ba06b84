"""Paho sessions. Usage: paho_client.py NAME PORT"""

import sys
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions


def v5(port):
    client = mqtt.Client("paho5", protocol=mqtt.MQTTv5)
    done, got = threading.Event(), []

    def on_connect(c, *_):
        props = Properties(PacketTypes.SUBSCRIBE)
        props.SubscriptionIdentifier = 268435455
        props.UserProperty = ("k", "v")
        c.subscribe([("paho/#", SubscribeOptions(qos=2, noLocal=False, retainAsPublished=True,
                                                 retainHandling=1)),
                     ("$share/grp/shared/+", SubscribeOptions(qos=1))], properties=props)

    def on_subscribe(c, *_):
        props = Properties(PacketTypes.PUBLISH)
        props.PayloadFormatIndicator = 1
        props.MessageExpiryInterval = 4294967295
        props.TopicAlias = 3
        props.ResponseTopic = "paho/reply"
        props.CorrelationData = b"\x00\xff"
        props.UserProperty = [("a", "1"), ("a", "2")]
        props.ContentType = "text/plain"
        c.publish("paho/all", "hello", qos=2, properties=props)
        c.publish("paho/empty", b"", qos=1)

    def on_message(c, _, message):
        got.append(message)
        if len(got) == 2:
            c.unsubscribe(["paho/#", "nothing/here"])

    def on_unsubscribe(c, *_):
        props = Properties(PacketTypes.DISCONNECT)
        props.SessionExpiryInterval = 5
        props.ReasonString = "bye"
        c.disconnect(reasoncode=mqtt.ReasonCodes(PacketTypes.DISCONNECT, "Disconnect with will message"),
                     properties=props)
        done.set()

    client.on_connect, client.on_subscribe = on_connect, on_subscribe
    client.on_message, client.on_unsubscribe = on_message, on_unsubscribe
    props = Properties(PacketTypes.CONNECT)
    props.SessionExpiryInterval = 10
    props.ReceiveMaximum = 65535
    props.TopicAliasMaximum = 10
    props.RequestResponseInformation = 1
    props.RequestProblemInformation = 0
    props.UserProperty = ("from", "paho")
    client.will_set("paho/will", b"\x01\x02", 2, False)
    client.connect("127.0.0.1", port, 60, clean_start=True, properties=props)
    run(client, done)


def v5_disconnected(port):
    client = mqtt.Client("paho5d", protocol=mqtt.MQTTv5)
    done = threading.Event()

    def on_connect(c, *_):
        props = Properties(PacketTypes.PUBLISH)
        props.TopicAlias = 999
        c.publish("paho/alias", "m", qos=1, properties=props)

    def on_disconnect(c, *_):
        c.loop_stop()
        done.set()

    client.on_connect, client.on_disconnect = on_connect, on_disconnect
    client.connect("127.0.0.1", port, 60)
    run(client, done)


def v311(port):
    client = mqtt.Client("paho311", clean_session=False, protocol=mqtt.MQTTv311)
    client.username_pw_set("alice", "s3cret")
    done, got = threading.Event(), []

    def on_message(c, _, message):
        got.append(message)
        if len(got) == 3:
            c.unsubscribe("p/#")

    def on_subscribe(c, *_):
        for qos in (0, 1, 2):
            c.publish("p/%d" % qos, "m%d" % qos, qos)

    def on_unsubscribe(c, *_):
        c.disconnect()
        done.set()

    client.on_connect = lambda c, *_: c.subscribe([("p/#", 2), ("q", 0)])
    client.on_subscribe, client.on_message, client.on_unsubscribe = on_subscribe, on_message, on_unsubscribe
    client.connect("127.0.0.1", port, 60)
    run(client, done)


def v31(port):
    client = mqtt.Client("paho31", protocol=mqtt.MQTTv31)
    done = threading.Event()

    def on_publish(c, *_):
        c.disconnect()
        done.set()

    client.on_connect = lambda c, *_: c.publish("old", "m", 1)
    client.on_publish = on_publish
    client.connect("127.0.0.1", port, 60)
    run(client, done)


def run(client, done):
    client.loop_start()
    ok = done.wait(10)
    if client._thread:
        client._thread.join(5)
    sys.exit(0 if ok else "timed out")


{"mqtt5-paho": v5, "mqtt5-paho-disconnected": v5_disconnected, "mqtt311-paho": v311, "mqtt31-paho": v31}[sys.argv[1]](int(sys.argv[2]))

"""Eclipse Paho: eclipse.py pub|sub PORT TOPIC QOS COUNT [PREFIX]"""
import os
import sys
import threading

import paho.mqtt.client as mqtt

what, port, topic, qos, count = sys.argv[1:6]
prefix = (sys.argv[6:] or ["m"])[0]
qos, count = int(qos), int(count)
done = threading.Event()
left = [count]
watchdog = threading.Timer(15, lambda: (print("time is over", file=sys.stderr), os._exit(1)))
watchdog.daemon = True
watchdog.start()


def on_connect(client, userdata, flags, code, properties=None):
    if code != 0:
        sys.exit("refused: %s" % code)
    if what == "sub":
        client.subscribe(topic, qos)
    else:
        for i in range(count):
            client.publish(topic, "%s%d" % (prefix, i), qos)


def one_less(*ignored):
    left[0] -= 1
    if left[0] == 0:
        done.set()


def on_message(client, userdata, message):
    print(message.payload.decode(), flush=True)
    one_less()


client = mqtt.Client(protocol=mqtt.MQTTv311)
client.on_connect = on_connect
client.on_message = on_message
if what == "pub":
    client.on_publish = one_less
client.connect("127.0.0.1", int(port))
client.loop_start()
done.wait()
client.disconnect()
client.loop_stop()

#!/usr/bin/env python3
"""Prints how every table of a hall stands, whenever one changes. Reads only.

Needs paho-mqtt (Debian: python3-paho-mqtt). The password comes from the environment:

    NEBELWACHT_HALL_PASSWORD=… ./read.py broker.example 8883 club/friday wall ca.pem
"""

import json
import os
import sys

import paho.mqtt.client as mqtt

host, port, base, user, authority = sys.argv[1:6]
tables = {}


def on_connect(client, *_):
    client.subscribe(f"{base}/+/state", qos=1)
    client.subscribe(f"{base}/+/result", qos=1)


def on_message(_client, _data, message):
    table, kind = message.topic.split("/")[-2:]
    try:
        told = json.loads(message.payload)
    except ValueError:
        return
    if told.get("v") != 1:
        return
    if kind == "state":
        # Of two states the one with the larger session, then number, is newer.
        order = (told["session"], told["number"])
        if order <= tables.get(table, (0, 0)):
            return
        tables[table] = order
    players = ", ".join(f"{p['name']} {p['score']}" for p in told["players"])
    rest = "final" if kind == "result" else f"{told['tiles_left']} tiles left"
    print(f"{table}: {players} ({rest})", flush=True)


try:
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
except AttributeError:  # before paho-mqtt 2
    client = mqtt.Client(protocol=mqtt.MQTTv5)
client.tls_set(authority)
client.username_pw_set(user, os.environ["NEBELWACHT_HALL_PASSWORD"])
client.on_connect, client.on_message = on_connect, on_message
client.connect(host, int(port))
client.loop_forever()

// MQTT.js: node mqttjs.js pub|sub PORT TOPIC QOS COUNT [PREFIX]
const mqtt = require('mqtt');
const [, , what, port, topic, qos, count, prefix = 'm'] = process.argv;
const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5, clean: true });
const give = (why) => { console.error(why); process.exit(1); };
setTimeout(() => give('time is over'), 15000);
client.on('error', give);
client.on('connect', () => {
  let left = Number(count);
  if (what === 'sub') {
    client.on('message', (_topic, payload) => {
      console.log(payload.toString());
      if (--left === 0) setTimeout(() => client.end(() => process.exit(0)), 200);
    });
    client.subscribe(topic, { qos: Number(qos) }, (error, granted) => {
      if (error || granted[0].qos > 2) give(error || `granted ${granted[0].qos}`);
    });
    return;
  }
  for (let i = 0; i < Number(count); i++) {
    client.publish(topic, `${prefix}${i}`, { qos: Number(qos) }, (error) => {
      if (error) give(error);
      if (--left === 0) client.end(() => process.exit(0));
    });
  }
});

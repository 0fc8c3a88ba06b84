// MQTT.js sessions. Usage: node mqttjs_client.js NAME URL
// The module is found through NODE_PATH.
'use strict';
const mqtt = require('mqtt');
const [name, url] = process.argv.slice(2);
const sleep = ms => new Promise(r => setTimeout(r, ms));

async function connect(options) {
  const client = mqtt.connect(url, Object.assign({ reconnectPeriod: 0, connectTimeout: 5000 }, options));
  client.on('error', e => console.error(name + ': ' + e.message));
  await new Promise((resolve, reject) => {
    client.once('connect', resolve);
    client.once('close', () => reject(new Error('closed')));
    client.once('error', reject);
  });
  return client;
}

function messages(client, count) {
  return new Promise(resolve => {
    let n = 0;
    client.on('message', () => { if (++n === count) resolve(); });
  });
}

const everything = {
  payloadFormatIndicator: true,
  messageExpiryInterval: 3600,
  responseTopic: 'js/reply',
  correlationData: Buffer.from([0, 1, 2, 0xfe, 0xff]),
  contentType: 'application/json',
  userProperties: { one: '1', many: ['a', 'b', 'a'], 'grüße': '✓ 𝄞' },
};

const sessions = {
  async 'mqtt5-mqttjs-properties'() {
    const c = await connect({
      protocolVersion: 5, clientId: 'js5', keepalive: 120, clean: true,
      properties: {
        sessionExpiryInterval: 300, receiveMaximum: 7, maximumPacketSize: 65536,
        topicAliasMaximum: 5, requestResponseInformation: true, requestProblemInformation: true,
        userProperties: { from: 'js', list: ['x', 'y'] },
      },
      will: {
        topic: 'js/will', payload: Buffer.from('gone'), qos: 1, retain: true,
        properties: {
          willDelayInterval: 5, payloadFormatIndicator: true, messageExpiryInterval: 60,
          contentType: 'text/plain', responseTopic: 'js/will/reply',
          correlationData: Buffer.from('cd'), userProperties: { w: '1' },
        },
      },
    });
    await c.subscribeAsync({
      'js/in/#': { qos: 2, nl: false, rap: true, rh: 0 },
      'js/other/+': { qos: 1, nl: true, rap: false, rh: 2 },
    }, { properties: { subscriptionIdentifier: 300, userProperties: { s: '1' } } });
    const got = messages(c, 3);
    for (const qos of [0, 1, 2]) {
      await c.publishAsync('js/in/' + qos, '{"q":' + qos + '}', { qos, retain: qos === 1, properties: everything });
    }
    await got;
    await c.publishAsync('js/nobody', 'x', { qos: 1 });
    await c.publishAsync('js/other/own', 'no local', { qos: 1 });
    await c.publishAsync('js/in/1', '', { retain: true, qos: 1 });
    await c.unsubscribeAsync(['js/in/#', 'js/never'], { properties: { userProperties: { u: '1' } } });
    await sleep(100);
    await c.endAsync(false, { reasonCode: 4, properties: {
      sessionExpiryInterval: 0, reasonString: 'going away', userProperties: { d: '1' } } });
  },

  async 'mqtt5-mqttjs-alias'() {
    const c = await connect({
      protocolVersion: 5, clientId: 'js5a', autoAssignTopicAlias: true,
      properties: { topicAliasMaximum: 2 },
    });
    await c.subscribeAsync('alias/#', { qos: 1 });
    const got = messages(c, 6);
    for (const t of ['alias/a', 'alias/b', 'alias/a', 'alias/b', 'alias/a']) {
      await c.publishAsync(t, 'm', { qos: 1 });
    }
    await c.publishAsync('alias/by-hand', 'm', { qos: 0, properties: { topicAlias: 9 } });
    await got;
    await c.endAsync();
  },

  async 'mqtt5-mqttjs-auth-refused'() {
    await connect({
      protocolVersion: 5, clientId: 'js5auth',
      properties: { authenticationMethod: 'SCRAM-SHA-1', authenticationData: Buffer.from('n,,n=user,r=abc') },
    }).catch(() => {});
  },

  async 'mqtt5-mqttjs-assigned-id'() {
    const c = await connect({ protocolVersion: 5, clientId: '', clean: true, keepalive: 600 });
    await sleep(50);
    await c.endAsync();
  },

  async 'mqtt5-mqttjs-ping'() {
    const c = await connect({ protocolVersion: 5, clientId: 'js5ping', keepalive: 1 });
    await sleep(2600);
    await c.endAsync();
  },

  async 'mqtt311-mqttjs'() {
    const c = await connect({
      protocolVersion: 4, clientId: 'js311', username: 'alice', password: 's3cret', clean: false,
      will: { topic: 'js/will', payload: 'gone', qos: 2, retain: false },
    });
    await c.subscribeAsync({ 'js4/#': { qos: 2 }, 'js4x': { qos: 0 } });
    const got = messages(c, 3);
    for (const qos of [0, 1, 2]) await c.publishAsync('js4/' + qos, 'payload ' + qos, { qos });
    await got;
    await c.unsubscribeAsync('js4/#');
    await sleep(100);
    await c.endAsync();
  },

  async 'mqtt5-mqttjs-websocket'() {
    const c = await connect({
      protocolVersion: 5, clientId: 'jsws', properties: { userProperties: { over: 'ws' } },
    });
    await c.subscribeAsync('ws/#', { qos: 2, properties: { subscriptionIdentifier: 1 } });
    const got = messages(c, 3);
    await c.publishAsync('ws/0', 'short', { qos: 0 });
    await c.publishAsync('ws/1', 'y'.repeat(140), { qos: 1 });
    await c.publishAsync('ws/2', 'two', { qos: 2 });
    await got;
    await c.unsubscribeAsync('ws/#');
    await c.endAsync();
    await sleep(200);
  },

  async 'mqtt311-mqttjs-websocket'() {
    const c = await connect({ protocolVersion: 4, clientId: 'jsws4' });
    await c.subscribeAsync('ws4/#', { qos: 1 });
    const got = messages(c, 1);
    await c.publishAsync('ws4/1', 'over a websocket', { qos: 1 });
    await got;
    await c.endAsync();
  },
};

sessions[name]().then(() => process.exit(0), e => { console.error(name, e); process.exit(1); });

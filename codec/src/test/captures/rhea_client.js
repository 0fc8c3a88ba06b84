// rhea sessions. Usage: node rhea_client.js NAME PORT
'use strict';
const rhea = require('rhea');
const types = rhea.types;
const [name, port] = process.argv.slice(2);
const container = rhea.create_container({ id: 'rhea-client' });
for (const e of ['connection_error', 'session_error', 'sender_error', 'receiver_error', 'protocol_error']) {
  container.on(e, () => {});
}
container.on('error', e => console.error(name, e.message));

const sleep = ms => new Promise(r => setTimeout(r, ms));
const event = (emitter, e) => new Promise(r => emitter.once(e, r));

async function connect(options) {
  const c = container.connect(Object.assign({
    host: '127.0.0.1', port: Number(port), reconnect: false, idle_time_out: 0,
  }, options));
  await Promise.race([event(c, 'connection_open'), event(c, 'disconnected')]);
  return c;
}

async function close(c, error) {
  const closed = Promise.race([event(c, 'connection_close'), sleep(1000)]);
  c.close(error);
  await closed;
  await sleep(50);
}

async function sender(c, options) {
  const s = c.open_sender(options);
  await event(s, 'sendable');
  return s;
}

async function receiver(c, options) {
  const r = c.open_receiver(options);
  await event(r, 'receiver_open');
  return r;
}

function settled(s, count) {
  let n = 0;
  return new Promise(resolve => s.on('settled', () => { if (++n === count) resolve(); }));
}

async function one(options) {
  const c = await connect(options);
  const s = await sender(c, 'sink');
  const done = settled(s, 1);
  s.send({ body: 'hello' });
  await done;
  s.close();
  await event(s, 'sender_close');
  await close(c);
}

const uuid = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const many = {
  'null': null, yes: true, no: false,
  ubyte: types.wrap_ubyte(255), ushort: types.wrap_ushort(65535),
  uint0: types.wrap_uint(0), uintSmall: types.wrap_uint(200), uint: types.wrap_uint(4294967295),
  ulong0: types.wrap_ulong(0), ulongSmall: types.wrap_ulong(7), ulong: types.wrap_ulong(1099511627776),
  byte: types.wrap_byte(-128), short: types.wrap_short(-32768),
  intSmall: types.wrap_int(-1), int: types.wrap_int(-70000),
  longSmall: types.wrap_long(-2), long: types.wrap_long(-1099511627776),
  float: types.wrap_float(1.5), double: types.wrap_double(-0.1),
  char: types.wrap_char(0x1d11e), timestamp: types.wrap_timestamp(1700000000123),
  uuid: types.wrap_uuid(uuid), binary: types.wrap_binary(Buffer.from([0, 255])),
  string: 'grüße ✓ 𝄞', symbol: types.wrap_symbol('sym'), empty: '', long_string: 'x'.repeat(260),
};

function full() {
  return {
    durable: true, priority: 9, ttl: 60000, first_acquirer: true, delivery_count: 2,
    delivery_annotations: { 'x-opt-da': 1 },
    message_annotations: { 'x-opt-ma': 'two', 'x-opt-list': [1, 'b'] },
    message_id: uuid, user_id: Buffer.from('alice'), to: 'echo-1', subject: 'accept', reply_to: 'nowhere',
    correlation_id: 42, content_type: 'text/plain', content_encoding: 'identity',
    absolute_expiry_time: 1900000000000, creation_time: 1700000000000,
    group_id: 'g', group_sequence: 4294967295, reply_to_group_id: 'rg',
    application_properties: many,
    body: 'the body',
    footer: { 'x-opt-crc': types.wrap_uint(0xdeadbeef) },
  };
}

const sessions = {
  async 'amqp-rhea-bare-sections'() {
    const c = await connect({ channel_max: 3, hostname: 'vhost', properties: { product: 'rhea' } });
    const r = await receiver(c, { source: 'echo-1' });
    const s = await sender(c, { target: 'echo-1' });
    const got = event(r, 'message');
    s.send(full());
    await got;
    await sleep(50);
    await close(c);
  },

  async 'amqp-rhea-bodies'() {
    const m = rhea.message;
    const bodies = [
      m.data_section(Buffer.from([0, 1, 2, 255])),
      m.data_sections([Buffer.from('one'), Buffer.from('two')]),
      null, 'string', '', true, 0, -5, 1.25, Buffer.from('binary value'),
      { map: 1, nested: { list: [1, [2, [3]], { deep: null }] } },
      [], [1, 'two', null, false],
      types.wrap_map_as_map(new Map([[types.wrap_int(1), 'int key'], [types.wrap_symbol('s'), 'symbol key']])),
      types.wrap_array([1, 2, 300], 0x71), types.wrap_array(['a', 'bc'], 0xa1),
      types.wrap_array(['sym'], 0xa3),
      types.wrap_array([[types.wrap_int(1)], [types.wrap_int(2)]], 0xd0),
      types.wrap_described('inner', 'example:thing:string'),
      types.wrap_described([1, 2], 0x468C00000099),
      types.wrap_list([types.wrap_described('nested', 'a:b'), types.wrap_timestamp(0)]),
      m.sequence_section([1, 'two', [3]]),
      m.sequence_sections([[1, 2], ['three']]),
    ];
    const c = await connect();
    const s = await sender(c, 'sink');
    for (const body of bodies) {
      const done = settled(s, 1);
      s.send({ body });
      await done;
      if (!s.sendable()) await event(s, 'sendable');
      s.removeAllListeners('settled');
    }
    await close(c);
  },

  'amqp-rhea-bare-proton': () => one({}),
  'amqp-rhea-anonymous': () => one({ username: 'guest' }),
  'amqp-rhea-plain': () => one({ username: 'alice', password: 's3cret' }),
  async 'amqp-rhea-plain-refused'() {
    await connect({ username: 'alice', password: 'wrong' });
    await sleep(100);
  },

  async 'amqp-rhea-outcomes'() {
    const c = await connect({ username: 'guest' });
    const s = await sender(c, { target: 'sink', snd_settle_mode: 2, rcv_settle_mode: 0 });
    const done = settled(s, 4);
    for (const subject of ['accept', 'reject', 'release', 'modify']) s.send({ subject, body: subject });
    await done;
    const p = await sender(c, { target: 'sink', snd_settle_mode: 1 });
    p.send({ body: 'settled' });
    await sleep(50);
    const r = c.open_receiver({ source: 'feed-4', autoaccept: false, credit_window: 0 });
    let n = 0;
    const all = new Promise(resolve => r.on('message', context => {
      const d = context.delivery;
      const outcome = [() => d.accept(), () => d.reject({ condition: 'amqp:decode-error', description: 'bad' }),
        () => d.release(), () => d.modified({ delivery_failed: true, message_annotations: { 'x-opt-a': 'b' } })][n];
      // Each by itself: rhea may merge two neighbours of different outcome.
      setTimeout(outcome, 10 * n);
      if (++n === 4) setTimeout(resolve, 100);
    }));
    await event(r, 'receiver_open');
    r.add_credit(4);
    await all;
    const q = await receiver(c, { source: 'feed-2-settled', snd_settle_mode: 1, credit_window: 2 });
    await sleep(100);
    q.close();
    await event(q, 'receiver_close');
    await close(c);
  },

  async 'amqp-rhea-second'() {
    const c = await connect();
    const s = c.open_sender({ target: 'sink', rcv_settle_mode: 1, autosettle: true });
    await event(s, 'sendable');
    const accepted = event(s, 'accepted');
    s.send({ body: 'second' });
    const context = await accepted;
    context.delivery.update(true);
    const r = c.open_receiver({ source: 'feed-1', rcv_settle_mode: 1, autoaccept: false, credit_window: 0 });
    const got = event(r, 'message');
    r.add_credit(1);
    const d = (await got).delivery;
    d.update(false, rhea.message.accepted().described());
    await sleep(100);
    await close(c);
  },

  async 'amqp-rhea-merged'() {
    const c = await connect();
    const r = c.open_receiver({ source: 'feed-3', autoaccept: false, credit_window: 0 });
    const kept = [];
    const all = new Promise(resolve => r.on('message', context => {
      kept.push(context.delivery);
      if (kept.length === 3) resolve();
    }));
    await event(r, 'receiver_open');
    r.add_credit(3);
    await all;
    kept[0].accept();
    kept[1].accept();
    kept[2].accept();
    await sleep(50);
    await close(c);
  },

  async 'amqp-rhea-multiframe'() {
    const c = await connect({ max_frame_size: 512 });
    const r = await receiver(c, { source: 'echo-m' });
    const s = await sender(c, { target: 'echo-m' });
    const got = event(r, 'message');
    s.send({ body: rhea.message.data_section(Buffer.alloc(1200, 'abcdefgh')) });
    await got;
    await sleep(50);
    await close(c);
  },

  async 'amqp-rhea-drain'() {
    const c = await connect();
    const r = await receiver(c, { source: 'feed-2', credit_window: 0 });
    r.add_credit(5);
    await event(r, 'message');
    await sleep(50);
    const drained = event(r, 'receiver_drained');
    r.drain_credit();
    await drained;
    await close(c);
  },

  async 'amqp-rhea-dynamic'() {
    const c = await connect();
    const r = await receiver(c, { source: {
      dynamic: true, dynamic_node_properties: { 'lifetime-policy': types.wrap_described([], 0x2b) },
    } });
    const s = await sender(c, 'service');
    const got = event(r, 'message');
    s.send({ message_id: 'id-1', reply_to: r.source.address, body: 'question' });
    await got;
    await sleep(50);
    await close(c);
  },

  async 'amqp-rhea-filter'() {
    const c = await connect();
    const r = await receiver(c, {
      name: 'subscription-1', credit_window: 2,
      source: {
        address: 'feed-1', durable: 2, expiry_policy: 'never', timeout: 30, distribution_mode: 'copy',
        filter: rhea.filter.selector("colour = 'green' AND weight > 2.5"),
        default_outcome: rhea.message.modified({ delivery_failed: true }).described(),
        outcomes: ['amqp:accepted:list', 'amqp:rejected:list', 'amqp:released:list', 'amqp:modified:list'],
        capabilities: ['queue', 'x-cap'],
      },
      target: { address: 'here' },
      properties: { 'x-link': 1 }, max_message_size: 1048576,
      desired_capabilities: ['DELAYED_DELIVERY'],
    });
    await sleep(100);
    r.detach();
    await event(r, 'receiver_close');
    await close(c);
  },

  async 'amqp-rhea-heartbeat'() {
    const c = await connect({ idle_time_out: 800 });
    await sleep(1800);
    await close(c);
  },

  async 'amqp-rhea-errors'() {
    const c = await connect();
    const s = c.open_sender('missing');
    await event(s, 'sender_close');
    const r = c.open_receiver('missing');
    await event(r, 'receiver_close');
    const session = c.create_session();
    session.begin();
    await event(session, 'session_open');
    session.close({ condition: 'amqp:session:window-violation', description: 'for the record' });
    await event(session, 'session_close');
    await close(c, { condition: 'amqp:internal-error', description: 'client failed', info: { code: 7 } });
  },

  async 'amqp-rhea-close-error'() {
    const c = await connect();
    const closed = event(c, 'connection_close');
    c.open_sender('close');
    await closed;
    await sleep(100);
  },
};

const limit = setTimeout(() => { console.error(name, 'timed out'); process.exit(1); }, 8000);
sessions[name]().then(() => { clearTimeout(limit); process.exit(0); }, e => { console.error(name, e); process.exit(1); });

// The peer that the recorded AMQP clients talk to. Usage: node rhea_server.js PORT
//
// What a node does is in its address: `sink` settles as the subject says, `echo-*` hands back
// what it got, `feed-N` sends N messages, `missing` does not exist, `close` closes the
// connection with an error.
'use strict';
const rhea = require('rhea');
const container = rhea.create_container({ id: 'rhea-server' });
const port = Number(process.argv[2]);

container.sasl_server_mechanisms.enable_anonymous();
container.sasl_server_mechanisms.enable_plain((user, password) => user === 'alice' && password === 's3cret');

function settle(context) {
  const { message, delivery } = context;
  switch (message.subject) {
    case 'reject':
      return delivery.reject({ condition: 'amqp:invalid-field', description: 'not wanted' });
    case 'release':
      return delivery.release();
    case 'modify':
      return delivery.modified({
        delivery_failed: true, undeliverable_here: true,
        message_annotations: { 'x-opt-why': 'because', 'x-opt-count': 3 },
      });
    default:
      return delivery.accept();
  }
}

function feed(sender) {
  while (sender.left && sender.sendable()) {
    const n = sender.left--;
    const delivery = sender.send({ subject: 'feed', body: 'message ' + n });
    if (sender.remote.attach.snd_settle_mode === 1) delivery.update(true);
  }
}

container.on('connection_open', context => {
  context.connection.kept = {};
});
container.on('sender_close', context => {
  if (!context.sender.remote.detach.closed) context.sender.detach();
});
container.on('receiver_open', context => {
  const address = context.receiver.target && context.receiver.target.address;
  context.receiver.set_target({ address });
  for (const mode of ['snd_settle_mode', 'rcv_settle_mode']) {
    context.receiver.local.attach[mode] = context.receiver.remote.attach[mode];
  }
  if (context.receiver.remote.attach.source) context.receiver.set_source(context.receiver.remote.attach.source);
  if (address === 'close') {
    context.connection.close({
      condition: 'amqp:connection:forced', description: 'the server goes away', info: { 'retry-after': 5 },
    });
  } else if (address === 'missing' || address === undefined || address === null) {
    context.receiver.close({ condition: 'amqp:not-found', description: 'no such node' });
  } else {
    context.receiver.add_credit(40);
  }
});
container.on('message', context => {
  if (context.receiver.remote.attach.rcv_settle_mode === 1) {
    context.delivery.update(false, rhea.message.accepted().described());
  } else {
    // Each in a tick of its own: rhea may merge two neighbours of different outcome.
    context.connection.turn = (context.connection.turn || Promise.resolve())
      .then(() => new Promise(r => setTimeout(r, 3))).then(() => settle(context));
  }
  const address = context.receiver.target.address;
  const { message, connection } = context;
  if (message.reply_to && connection.kept[message.reply_to]) {
    connection.kept[message.reply_to].send({
      to: message.reply_to, correlation_id: message.message_id, body: 'answer',
    });
  } else if (address.startsWith('echo') && connection.kept[address]) {
    connection.kept[address].send(Object.assign({}, message));
  }
});
container.on('sender_open', context => {
  const { sender, connection } = context;
  const source = sender.source;
  let address = source && source.address;
  if (source && source.dynamic) address = 'reply-1';
  if (address === 'missing') {
    sender.set_source({});
    sender.close({ condition: 'amqp:not-found', description: 'no such node' });
    return;
  }
  const terminus = { address };
  for (const field of ['durable', 'expiry_policy', 'timeout', 'dynamic', 'dynamic_node_properties',
    'distribution_mode', 'filter', 'default_outcome', 'outcomes', 'capabilities']) {
    if (source && source[field] !== undefined && source[field] !== null) terminus[field] = source[field];
  }
  sender.set_source(terminus);
  sender.set_target({ address: sender.remote.attach.target && sender.remote.attach.target.address });
  for (const mode of ['snd_settle_mode', 'rcv_settle_mode']) sender.local.attach[mode] = sender.remote.attach[mode];
  connection.kept[address] = sender;
  const feed = /^feed-(\d+)/.exec(address);
  if (feed) sender.left = Number(feed[1]);
});
container.on('sendable', context => {
  // Later, since rhea would write a transfer before its own attach.
  setTimeout(feed, 10, context.sender);
});
container.on('settled', context => {
  if (context.receiver) context.delivery.update(true);
});
container.on('accepted', context => {
  if (!context.delivery.remote_settled) context.delivery.update(true, rhea.message.accepted().described());
});
container.on('sender_draining', context => context.sender.set_drained(true));
for (const e of ['connection_error', 'session_error', 'sender_error', 'receiver_error', 'protocol_error', 'error',
  'disconnected']) {
  container.on(e, () => {});
}
container.listen({
  port, host: '127.0.0.1', max_frame_size: 512, channel_max: 10, idle_time_out: 1000,
  offered_capabilities: ['ANONYMOUS-RELAY', 'x-test'], properties: { product: 'recorder', version: '1' },
  receiver_options: { autoaccept: false, credit_window: 0 },
});

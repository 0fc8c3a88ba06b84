// rhea: node rheajs.js send|receive PORT ADDRESS COUNT [PREFIX]
const container = require('rhea');
const [, , what, port, address, count, prefix = 'm'] = process.argv;
const give = (why) => { console.error(why); process.exit(1); };
setTimeout(() => give('time is over'), 15000);
let left = Number(count);
let sent = 0;
container.on('connection_error', (c) => give(c.connection.error));
container.on('session_error', (c) => give(c.session.error));
container.on('sender_error', (c) => give(c.sender.error));
container.on('receiver_error', (c) => give(c.receiver.error));
container.on('sendable', (c) => {
  while (c.sender.sendable() && sent < Number(count)) {
    c.sender.send({ body: `${prefix}${sent}`, durable: true });
    sent++;
  }
});
container.on('accepted', (c) => { if (--left === 0) c.connection.close(); });
container.on('rejected', () => give('rejected'));
container.on('released', () => give('released'));
container.on('message', (c) => {
  const body = c.message.body;
  console.log(body && body.typecode ? body.content.toString() : body.toString());
  if (--left === 0) setImmediate(() => c.connection.close());
});
const end = () => process.exit(left === 0 ? 0 : 1);
container.on('connection_close', end);
container.on('disconnected', end);
const connection = container.connect({ host: '127.0.0.1', port: Number(port), reconnect: false });
if (what === 'send') connection.open_sender(address);
else connection.open_receiver({ source: address, credit_window: 50 });

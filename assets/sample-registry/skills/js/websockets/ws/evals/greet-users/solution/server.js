const { WebSocketServer } = require('ws');
const { loadUser } = require('./users.js');

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT) });

server.on('connection', (socket, request) => {
  socket.on('error', () => {});
  const user = loadUser(request);
  user.catch(() => socket.close(1011, 'no user'));
  // The listener is there before anything is awaited: messages that come now wait for the name.
  socket.on('message', async (data) => {
    const name = await user.catch(() => undefined);
    if (name !== undefined && socket.readyState === socket.OPEN) socket.send(`${name}: ${data.toString()}`);
  });
});

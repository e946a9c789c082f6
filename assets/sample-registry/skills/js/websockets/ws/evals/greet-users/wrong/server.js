const { WebSocketServer } = require('ws');
const { loadUser } = require('./users.js');

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT) });

server.on('connection', async (socket, request) => {
  socket.on('error', () => {});
  const name = await loadUser(request);
  socket.on('message', (data) => socket.send(`${name}: ${data.toString()}`));
});

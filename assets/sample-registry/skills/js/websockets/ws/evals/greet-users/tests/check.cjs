/** Talks to server.js after a while, and at once. */
const { spawn } = require('node:child_process');
const net = require('node:net');
const WebSocket = require('ws');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The answer to one message that is sent so long after the connection opened; a sentence if none comes. */
function answerAfter(port, pauseMs) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?user=ann`);
    const timer = setTimeout(() => {
      socket.terminate();
      resolve('no answer within 8 s');
    }, 8000);
    socket.on('error', (error) => resolve(error.message));
    socket.on('message', (data) => {
      clearTimeout(timer);
      socket.terminate();
      resolve(data.toString());
    });
    socket.on('open', () => (pauseMs === 0 ? socket.send('hello') : setTimeout(() => socket.send('hello'), pauseMs)));
  });
}

async function isListening(port) {
  for (let left = 100; left > 0; left -= 1) {
    const isOpen = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return true;
    await sleep(100);
  }
  return false;
}

(async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ['server.js'], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', () => resolve(false)));
  const isUp = await Promise.race([isListening(port), gone]);
  const ask = async (name, pauseMs) => {
    const answer = isUp ? await answerAfter(port, pauseMs) : 'server.js does not listen';
    return { name, passed: answer === 'ann: hello', evidence: answer.slice(0, 250) };
  };
  const checks = [await ask('works', 1500), await ask('hears what a client says at once', 0)];
  console.log(JSON.stringify({ checks }));
  child.kill('SIGKILL');
  process.exit();
})();

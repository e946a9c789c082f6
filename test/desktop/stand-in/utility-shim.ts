/** Loaded into a forked process before its own code: gives it `process.parentPort` and takes Node's channel away. */
import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = new EventEmitter();
const queue: unknown[] = [];
let listening = false;

function flush(): void {
  while (listening && queue.length > 0) port.emit('message', queue.shift());
}

process.on('message', (message: { data: unknown }) => {
  queue.push({ data: message.data, ports: [] });
  flush();
});
// Electron ends its utility processes when the main process goes away.
process.on('disconnect', () => process.exit(0));
port.on('newListener', (event) => {
  if (event !== 'message') return;
  listening = true;
  setImmediate(flush);
});
Object.assign(port, { postMessage: (data: unknown) => void send?.(data) });
Object.defineProperty(process, 'parentPort', { value: port });
Object.defineProperty(process.versions, 'electron', { value: process.env['STAND_IN_ELECTRON_VERSION'] });
Reflect.deleteProperty(process, 'send');
Reflect.deleteProperty(process, 'disconnect');
for (const name of Object.keys(process.env))
  if (/^(STAND_IN_|NODE_CHANNEL)/.test(name)) delete process.env[name];

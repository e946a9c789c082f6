/**
 * Preloaded into a process that writes: ends it, as a power cut would, right before the step of its writing that
 * KILL_AT_STEP counts to; where that writes text, after half of it. Says on stderr which step it was.
 */
import fs, { constants, promises, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const wanted = Number(process.env.KILL_AT_STEP);
const WRITING = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT;
let steps = 0;

function step(name, half) {
  steps += 1;
  if (steps !== wanted) return;
  half?.();
  writeSync(2, `killed at ${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function patch(object, name, before) {
  const original = object[name];
  object[name] = function patched(...args) {
    before.call(this, args);
    return original.apply(this, args);
  };
}

const isWriting = (flags = 'r') => (typeof flags === 'number' ? (flags & WRITING) !== 0 : flags !== 'r');

const { prototype } = (await promises.open(process.execPath)).constructor;
for (const name of ['mkdir', 'rename', 'rm', 'rmdir', 'unlink', 'link', 'chmod', 'copyFile'])
  patch(promises, name, () => step(name));
patch(promises, 'open', ([, flags]) => isWriting(flags) && step('open'));
patch(fs, 'renameSync', () => step('rename'));
for (const name of ['sync', 'chmod', 'chown']) patch(prototype, name, () => step(name));
patch(prototype, 'writeFile', function half([content]) {
  const bytes = Buffer.from(content);
  step('writeFile', () => writeSync(this.fd, bytes, 0, bytes.length >> 1));
});
syncBuiltinESMExports();

/**
 * Preloaded into each thread of a process: writes the armed timers into a file of `ARMED_TIMERS_FOLDER`, one file per thread,
 * as a list of `{ ms, where }`.
 */
const { rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const promises = require('node:timers/promises');
const { promisify } = require('node:util');
const { threadId } = require('node:worker_threads');

const file = join(process.env.ARMED_TIMERS_FOLDER, `${process.pid}-${threadId}.json`);
const armed = new Map();
const write = () => writeFileSync(file, JSON.stringify([...armed.values()]));
const arm = (timer, ms = 1) => {
  armed.set(timer, { ms, where: new Error('armed').stack.split('\n').slice(3, 6).join() });
  write();
};
const disarm = (timer) => armed.delete(timer) && write();

const real = { setTimeout, setInterval, clearTimeout, clearInterval, pause: promises.setTimeout };
globalThis.setTimeout = (callback, ms, ...args) => {
  const timer = real.setTimeout(
    (...given) => {
      disarm(timer);
      callback(...given);
    },
    ms,
    ...args,
  );
  arm(timer, ms);
  const refresh = timer.refresh.bind(timer);
  timer.refresh = () => {
    arm(timer, ms);
    return refresh();
  };
  return timer;
};
globalThis.setTimeout[promisify.custom] = real.setTimeout[promisify.custom];
globalThis.setInterval = (callback, ms, ...args) => {
  const timer = real.setInterval(callback, ms, ...args);
  arm(timer, ms);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  disarm(timer);
  real.clearTimeout(timer);
};
globalThis.clearInterval = globalThis.clearTimeout;
promises.setTimeout = (ms, ...rest) => {
  const timer = {};
  arm(timer, ms);
  return real.pause(ms, ...rest).finally(() => disarm(timer));
};
write();
process.on('exit', () => rmSync(file, { force: true }));

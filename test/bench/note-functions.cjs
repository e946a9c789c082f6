/**
 * Preloaded into each thread of a process: answers the message 'ran' with the functions of dist/server that ran since the
 * last answer, as `[file, start]`, of this thread and of the other; a function that starts at 0 is the module itself. A
 * program without a channel writes them to its file 3 when it ends.
 */
const { Session } = require('node:inspector');
const { writeSync } = require('node:fs');
const { isMainThread, BroadcastChannel } = require('node:worker_threads');

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

function ran() {
  let functions = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    functions = result
      .filter(({ url }) => url.includes('/dist/server/'))
      .flatMap(({ url, functions: all }) =>
        all
          .filter(({ ranges }) => ranges[0].count > 0)
          .map(({ ranges }) => [url.slice(url.lastIndexOf('/') + 1), ranges[0].startOffset]),
      );
  });
  return functions;
}

const asked = new BroadcastChannel('functions-asked');
const answered = new BroadcastChannel('functions-answered');
asked.unref();
answered.unref();
if (!isMainThread) asked.onmessage = () => answered.postMessage(ran());
else if (process.channel) {
  process.on('message', (message) => {
    if (message !== 'ran') return;
    const own = ran();
    // It answers when it has done what it is doing.
    answered.onmessage = ({ data }) => process.send({ own, other: data });
    asked.postMessage('ran');
  });
  process.channel.unref();
} else process.on('exit', () => writeSync(3, JSON.stringify(ran())));

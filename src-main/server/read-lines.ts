import { StringDecoder } from 'node:string_decoder';

/** A longer line is cut into several: output without line breaks must not fill the memory. */
const MAX_LINE = 64 * 1024;

export interface LineReader {
  /** Call in the listener of `exit`. Resolves when the stream has ended, at the latest after the given time. */
  readRest(maxMs: number): Promise<void>;
}

/**
 * Reads a process's output by lines, also what is still in the pipe when the process has ended.
 *
 * Electron removes all listeners of `stdout` and `stderr` right after it has emitted `exit`
 * (lib/browser/api/utility-process.ts), whether or not everything was read: the last words of a service that dies would
 * be lost, so `readRest` listens anew.
 */
export function readLines(input: NodeJS.ReadableStream, onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let hasEnded = false;

  function read(chunk: Buffer | string): void {
    const lines = `${rest}${typeof chunk === 'string' ? chunk : decoder.write(chunk)}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    while (rest.length > MAX_LINE) {
      onLine(rest.slice(0, MAX_LINE));
      rest = rest.slice(MAX_LINE);
    }
  }

  function finish(): void {
    if (hasEnded) return;
    hasEnded = true;
    const last = `${rest}${decoder.end()}`;
    rest = '';
    if (last !== '') onLine(last);
  }

  function listen(onEnd: () => void): void {
    input.on('data', read);
    input.once('end', onEnd);
    // The pipe of a process that was killed may break; without a listener the error would end the app.
    input.on('error', onEnd);
  }

  listen(finish);
  return {
    readRest: (maxMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          finish();
          resolve();
        };
        const timer = setTimeout(done, maxMs);
        // Electron removes the listeners in this turn, and a stream without any would drop what arrives.
        queueMicrotask(() => {
          if (hasEnded) {
            done();
            return;
          }
          input.removeListener('data', read);
          listen(done);
        });
      }),
  };
}

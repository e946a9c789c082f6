/** Stream of a utility process. */
interface Output {
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/**
 * Electron removes all stream listeners right after `exit`, before the last lines.
 *
 * @returns call on `exit` to listen again: the last lines tell why the process ended
 */
export function readLines(output: Output, onLine: (line: string) => void): () => void {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
  const listen = () => {
    output.on('data', (chunk) =>
      take(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    );
    output.on('end', () => {
      take(decoder.decode());
      if (rest !== '') onLine(rest);
      rest = '';
    });
  };
  listen();
  return () => {
    // A stream that flows without listeners loses what arrives meanwhile.
    output.pause();
    process.nextTick(() => {
      listen();
      output.resume();
    });
  };
}

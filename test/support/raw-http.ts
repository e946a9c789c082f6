import { connect } from 'node:net';

/** A connection on which nothing comes for this long is ended from our side; the service ends idle ones before. */
const PATIENCE_MS = 120_000;

/** Sends bytes as they are; resolves to all that came back when the connection ended. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.setTimeout(PATIENCE_MS, () => socket.end());
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    // A connection that is cut is one way to end.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

export interface RawAnswer {
  readonly status: number;
  /** By their name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads answers that stand one behind the other. Throws where the bytes are not exactly that. */
export function parseAnswers(bytes: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\w' -]+$/.exec(first)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${JSON.stringify(rest)}`);
    const headers = new Map(lines.map(readHeader));
    rest = rest.slice(end + 4);
    if (status < 200) continue;
    const length = bodyLength(status, headers, rest);
    if (rest.length < length) throw new Error(`A body ends early: ${JSON.stringify(rest)}`);
    answers.push({ status, headers, body: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return answers;
}

function readHeader(line: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
  if (name === '') throw new Error(`This is no header: ${JSON.stringify(line)}`);
  return [name.toLowerCase(), value];
}

function bodyLength(status: number, headers: ReadonlyMap<string, string>, rest: string): number {
  // An answer to HEAD names a length and has no body.
  if (status === 304 || rest === '' || rest.startsWith('HTTP/1.1 ')) return 0;
  const length = headers.get('content-length');
  if (length === undefined) throw new Error(`A body without a length: ${JSON.stringify(rest.slice(0, 100))}`);
  return Number(length);
}

import { describe, expect, it } from 'vitest';
import type { FindResponse } from '../../../src-server/contract/api.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

async function strengthOf(server: TestServer, question: string, limit = 10) {
  const found = await server.get(`/v1/find?q=${encodeURIComponent(question)}&limit=${limit}&explain=1`);
  return found.json<FindResponse>().question?.strength;
}

describe('a strong match over the sample', () => {
  it('is what one skill says most of, and no other one nearly as much', async () => {
    const server = await startTestServer('assets/sample-registry');
    const questions = [
      'program blocks when the log queue is full, c++',
      'go program behind pgbouncer complains about statements that exist already',
      'segfault after main has returned, inside the rpc library; the stub lives in a singleton',
      'anybody can forge a login token by changing its header',
    ];
    for (const question of questions) {
      expect(await strengthOf(server, question), question).toBe('strong');
      expect(await strengthOf(server, question, 1), question).toBe('strong');
    }
  });

  it('is none for everyday questions, whose language or form a skill happens to have', async () => {
    const server = await startTestServer('assets/sample-registry');
    const questions = [
      'difference between let, const and var in JavaScript',
      'how do I write a unit test for a function that throws, in JavaScript',
      'format a date as YYYY-MM-DD in JavaScript',
      'why does my C++ class need a virtual destructor',
      // The compiler's own message, though it has no number.
      'what does "borrowed value does not live long enough" mean',
      // Two skills have nearly as much of it.
      'set up an ssh key for a new server',
      // Names and errors that a language brings along are no identifiers of a library, and parts of a name aren't the name.
      'IndexError: list index out of range when looping over a matrix',
      'SyntaxError: Unexpected token < in JSON at position 0',
      "document.getElementById('save').addEventListener is null",
      'x.map(parseInt) returns NaN for the second element',
      '0.1 + 0.2 == 0.3 is false',
      // The shell says so of any program.
      'curl: command not found in my container',
    ];
    for (const question of questions) expect(await strengthOf(server, question), question).not.toBe('strong');
  });

  it('is a message that the skill quotes, whatever else the question names', async () => {
    const server = await startTestServer('assets/sample-registry');
    const question = 'TypeError: bufferUtil.mask is not a function in the webpack build';
    expect(await strengthOf(server, question)).toBe('strong');
  });

  it('is a part of a question that names the library, or nearly all of a short one about its subject', async () => {
    const server = await startTestServer('assets/sample-registry');
    for (const question of ['save a large file to disk with reqwest', 'LISTEN and NOTIFY in postgres'])
      expect(await strengthOf(server, question), question).toBe('strong');
  });

  it('stays sure beside a word of the circumstances that no skill has, and not beside one that may be a library', async () => {
    const server = await startTestServer('assets/sample-registry');
    const question = 'par_iter().fold gives me a bunch of values rather than one';
    expect(await strengthOf(server, question)).toBe('strong');
    expect(await strengthOf(server, question.replace('bunch', 'quux'))).toBe('partial');
  });

  it('is code like a bad form, whatever names its writer chose', async () => {
    const server = await startTestServer('assets/sample-registry');
    const question =
      'walnut, parcel := client.Get(url)\nif parcel != nil || walnut.StatusCode != 27 {\n\treturn false\n}';
    expect(await strengthOf(server, question)).toBe('strong');
  });

  it('is none of a library beside the one that the question names', async () => {
    const server = await startTestServer('assets/sample-registry');
    const question = 'how do I send a message to all websocket clients in express';
    expect(await strengthOf(server, question)).toBe('partial');
    // `requests` is a word of any text, and `asyncio` a library whatever others say of it.
    const named = [
      'net/http client runs out of file descriptors after some thousand requests',
      'one of several coroutines in asyncio.gather fails and the rest keep running',
    ];
    for (const each of named) expect(await strengthOf(server, each), each).toBe('strong');
  });
});

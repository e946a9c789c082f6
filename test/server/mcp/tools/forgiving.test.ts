import { describe, expect, it } from 'vitest';
import { connectOverHttp, textOf } from '../../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

async function open() {
  const { url } = await startTestServer(
    temporaryFolder({
      ...skillFiles(`skills/${KEY}`, KEY, { tags: ['logging'], summary: 'Fast logging' }),
      ...skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio', { summary: 'Async runtime.' }),
      ...skillFiles('skills/go/gorilla/websocket', 'go/gorilla/websocket'),
      ...skillFiles('skills/js/other/websocket', 'js/other/websocket'),
    }),
  );
  const client = await connectOverHttp(url, 'modern');
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: args });
    return { text: textOf(answer), isError: answer.isError === true };
  };
  return { client, call };
}

describe('a skill’s address', () => {
  it.each([
    `/${KEY}/`,
    `skill://${KEY}`,
    ` ${KEY} `,
    'spdlog',
    'Spdlog',
    'gabime/spdlog',
    'CPP/Gabime/Spdlog',
    'c++/gabime/spdlog',
    `${KEY}/pitfalls.md`,
  ])('may be written %j', async (path) => {
    const { call } = await open();
    expect((await call('get_skill', { path })).text).toContain(`# ${KEY}, from the registry `);
  });

  it('that names several skills is answered with their keys', async () => {
    const { call } = await open();
    expect(await call('get_skill', { path: 'websocket' })).toEqual({
      isError: true,
      text: "'websocket' may be any of go/gorilla/websocket, js/other/websocket: give the whole key.",
    });
  });

  it('may hold the file that get_section is asked for', async () => {
    const { call } = await open();
    const { text } = await call('get_section', { path: `${KEY}/pitfalls.md` });
    expect(text).toMatch(
      /^<!-- cpp\/gabime\/spdlog\/pitfalls\.md \(P0\), .* -->\n# Pitfalls\n\nDo not\.\n\n<!-- #\d{9} -->$/,
    );
    expect((await call('get_section', { path: KEY, section: 'Pitfalls.MD' })).text).toBe(text);
    expect(await call('get_section', { path: KEY })).toMatchObject({ isError: true });
  });
});

describe('arguments', () => {
  it('are read where a number comes as text, a language by another name, or nothing as null', async () => {
    const { call } = await open();
    const { text } = await call('search_skills', { query: 'logging', limit: '1', lang: 'C++' });
    expect(text).toContain(`${KEY}. Its author says: Fast logging.`);
    expect((await call('get_skill', { path: KEY, max_tokens: null })).isError).toBe(false);
    expect((await call('get_skill', { path: KEY, max_tokens: '2000' })).isError).toBe(false);
  });

  it.each([
    ['get_skill', { library: KEY }],
    ['get_skill', { name: 'spdlog', topic: 'shutdown', tokens: 500 }],
    ['get_skill', { key: KEY, maxTokens: '500' }],
    ['get_section', { library_id: `/${KEY}`, topic: 'pitfalls' }],
    ['search_skills', { name: 'spdlog', 'programming-language': 'C++' }],
    ['search_skills', { query: 'spdlog', max_tokens: 500 }],
    ['search_skills', { library: 'spdlog', tokens: 500 }],
  ])('may have the names that other tools give them: %s %j', async (tool, args) => {
    const { call } = await open();
    const { text, isError } = await call(tool, args);
    expect(isError).toBe(false);
    expect(text).toContain(KEY);
  });

  it('that are not known are refused with the right names', async () => {
    const { call } = await open();
    expect((await call('get_skill', { path: KEY, colour: 5 })).text).toContain(
      "there is no 'colour', there are: path, query, version, max_tokens",
    );
    expect((await call('find_skills', { query: 'x', qurey: 'y' })).text).toContain(
      "there is no 'qurey', did you mean 'query'",
    );
  });

  it('that are given twice under different names are refused', async () => {
    const { call } = await open();
    const { text, isError } = await call('get_skill', { path: KEY, library: 'tokio' });
    expect(isError).toBe(true);
    expect(text).toContain("there is no 'library', did you mean 'path'");
  });

  it('that are wrong are all named', async () => {
    const { call } = await open();
    const { text } = await call('get_skill', { path: 7, max_tokens: 0 });
    expect(text).toContain('path must be string');
    expect(text).toContain('max_tokens must be >= 1');
  });
});

describe('a library without a skill', () => {
  it('is answered with one call: go on without a skill', async () => {
    const { call } = await open();
    const { text, isError } = await call('get_skill', { path: 'quuxdb' });
    expect(isError).toBe(true);
    expect(text).toContain("Skill 'quuxdb' not found. No skill covers it: go on without a skill.");
    expect((await call('get_skill', { path: 'spdlgo' })).text).toContain(`Did you mean ${KEY}?`);
  });
});

describe('search_skills', () => {
  it('answers with any of the words where no skill has them all', async () => {
    const { call } = await open();
    const { text } = await call('search_skills', { query: 'use spdlog for tracing' });
    expect(text).toContain('No skill has all of these words');
    expect(text).toContain(`${KEY}. Its author says: Fast logging.`);
  });

  it('says what may have been meant', async () => {
    const { call } = await open();
    expect((await call('search_skills', { query: 'spdlgo' })).text).toContain(`Did you mean ${KEY}?`);
  });

  it.each([
    ['github.com/acme/nothing/v5', /^No skill covers 'github\.com\/acme\/nothing\/v5'\. find_skills/],
    ['@nothing/logging', /^No skill covers '@nothing\/logging'\. Not sure, these have some of its words:\n/],
    ['async-nothing', /^No skill covers 'async-nothing'\. Not sure, these have some of its words:\n/],
  ])('says that no skill covers %s, and is at most not sure', async (query, said) => {
    const { call } = await open();
    const { text } = await call('search_skills', { query });
    expect(text).toMatch(said);
    expect(text).not.toContain('Read one');
  });

  it('says how many more there are', async () => {
    const { call } = await open();
    expect((await call('search_skills', { query: 'websocket', limit: 1 })).text).toContain(
      '1 more with a greater limit.',
    );
  });
});

describe('find_skills', () => {
  it('says that nothing fits if no skill has a telling word, and names no stranger', async () => {
    const { call } = await open();
    const { text } = await call('find_skills', { query: 'center a div in a grid about css' });
    expect(text).toMatch(/^No skill has a telling word of this question\. Go on without a skill\./);
    expect(text).toContain('This registry has 4 library skills');
    expect(text).not.toContain('weak:');
  });

  it('names the library that a message comes from if no skill covers it', async () => {
    const { call } = await open();
    const { text } = await call('find_skills', {
      query: 'org.apache.logging.LoggingException: fast logging',
    });
    expect(text).toMatch(/^This message comes from org\.apache\.logging; no skill covers it\. Go on without/);
  });

  it('says of a library’s address or package that no skill covers it', async () => {
    const { call } = await open();
    const { text } = await call('find_skills', { query: 'github.com/acme/nothing/v5' });
    expect(text).toMatch(/^No skill covers github\.com\/acme\/nothing\. Go on without a skill\./);
  });

  it('shows the closest passages if it is not sure', async () => {
    const { call } = await open();
    const { text } = await call('find_skills', { query: 'logging kubernetes operators reconcile zebras' });
    expect(text).toMatch(
      /^Closest matches, not sure: no skill has the words 'kubernetes', .*\n\nSkills of the registry .*\n\nweak: /,
    );
    expect(text).toContain('Read on with get_s');
  });

  it('says how strong a match is, and shows its passage as it is written', async () => {
    const { call } = await open();
    const { text } = await call('find_skills', { query: 'spdlog' });
    expect(text).toMatch(
      /\n(?:strong|partial): cpp\/gabime\/spdlog, tier2\. Its author says: Fast logging\.\n<!-- overview\.md, Overview, whole: (#\d{9}) -->\nAbout[\s\S]*\n<!-- \1 -->/,
    );
    expect(text).toContain('Read on with get_section');
  });
});

describe('a call with thousands of unknown arguments', () => {
  it('is told of some of them', async () => {
    const { call } = await open();
    const unknown = Array.from({ length: 5_000 }, (_, at) => [`zz_${at}`, at] as const);
    const { text, isError } = await call('get_skill', { path: KEY, ...Object.fromEntries(unknown) });
    expect(isError).toBe(true);
    expect(text.match(/there is no/g)).toHaveLength(5);
    expect(text).toContain('and 4995 more that are unknown');
  });
});

import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { changeTable } from '../../../src-server/connect/edit-settings.ts';
import { CODEX_SETTINGS } from './settings-fixtures.ts';

const PATH = ['mcp_servers', 'skills-registry'] as const;
const SET = { url: 'http://127.0.0.1:8701/mcp' };
const ENTRY = '[mcp_servers.skills-registry]\nurl = "http://127.0.0.1:8701/mcp"\n';

const set = (text: string, drop: readonly string[] = []) => changeTable(text, { path: PATH, set: SET, drop });
const remove = (text: string) => changeTable(text, { path: PATH });
const textOf = (result: ReturnType<typeof changeTable>) => (result.ok ? result.text : result.reason);

describe('lines that end in different ways', () => {
  const text = 'a = "1"\r\nb = """\nx\r\n[mcp_servers.other]\n"""\n# c\r\n[d]\r\ne = 2\n';

  it('keep their ends when a table is added, the texts that go over several of them too', () => {
    expect(textOf(set(text))).toBe(`${text}\n${ENTRY}`);
  });

  it('keep them when it is changed and taken away', () => {
    const old = '[mcp_servers.skills-registry]\r\nurl = "http://old"\r\n';
    const settings = (entry: string) => `a = 1\nb = 2\n\n${entry}\n[d]\r\ne = 3\n`;
    expect(textOf(set(settings(old)))).toBe(settings(ENTRY.replace('\n', '\r\n')));
    expect(textOf(remove(settings(old)))).toBe('a = 1\nb = 2\n\n[d]\r\ne = 3\n');
  });
});

describe('setting a table', () => {
  it.each([
    ['an empty file', '', ENTRY],
    ['settings as people have them', CODEX_SETTINGS, `${CODEX_SETTINGS}\n${ENTRY}`],
    ['a file without a line break at its end', 'a = 1', `a = 1\n\n${ENTRY}`],
    ['a byte order mark', '\uFEFFa = 1\n', `\uFEFFa = 1\n\n${ENTRY}`],
    ['line ends of Windows', 'a = 1\r\n', `a = 1\r\n\r\n${ENTRY.replaceAll('\n', '\r\n')}`],
  ])('adds it behind all of %s', (_, before, after) => {
    expect(textOf(set(before))).toBe(after);
  });

  it('changes the lines of its keys alone: comments, order and other keys stay', () => {
    const before = `# mine
[mcp_servers.skills-registry] # ours
# the old one
command = "npx"
args = [
  "-y", # yes
  "skills-registry",
]
startup_timeout_sec = 20 # slow disk

[mcp_servers.skills-registry.env]
A = "b"

# the end
[tui]
theme = "dark"
`;
    expect(textOf(set(before, ['command', 'args']))).toBe(`# mine
[mcp_servers.skills-registry] # ours
url = "http://127.0.0.1:8701/mcp"
# the old one
startup_timeout_sec = 20 # slow disk

[mcp_servers.skills-registry.env]
A = "b"

# the end
[tui]
theme = "dark"
`);
  });

  it('leaves what is said already byte for byte', () => {
    const said = `[ mcp_servers . "skills-registry" ]\nurl = 'http://127.0.0.1:8701/mcp' # here\n`;
    expect(textOf(set(said))).toBe(said);
  });

  it.each([
    ['an inline table', 'mcp_servers = { skills-registry = { url = "x" } }\n'],
    ['a closed table', 'mcp_servers = { docs = { command = "x" } }\n'],
    ['a dotted key', '[mcp_servers]\nskills-registry.url = "x"\n'],
    ['a list', '[[mcp_servers]]\nname = "x"\n'],
    ['nothing that parses', 'a = ['],
  ])('refuses %s, and says so', (_, text) => {
    expect(set(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/TOML|written in a way/) });
  });

  it('is not misled by a text that looks like its header', () => {
    const text = `note = """\n[mcp_servers.skills-registry]\nurl = "x"\n"""\n`;
    const result = set(text);
    if (result.ok)
      expect(parse(result.text)).toEqual({ ...parse(text), mcp_servers: { 'skills-registry': SET } });
    else expect(result.reason).toContain('written in a way');
  });
});

describe('removing a table', () => {
  it('takes its subtables with it, and no line of another', () => {
    const text = `${CODEX_SETTINGS}\n${ENTRY}\n[mcp_servers.skills-registry.env]\nA = "b"\n\n# last\n[tui]\na = 1\n`;
    expect(textOf(remove(text))).toBe(`${CODEX_SETTINGS}\n# last\n[tui]\na = 1\n`);
  });

  it('undoes what setting did', () => {
    expect(textOf(remove(textOf(set(CODEX_SETTINGS))))).toBe(CODEX_SETTINGS);
    expect(textOf(remove(textOf(set(''))))).toBe('');
  });
});

it('says what it should, and nothing else differs, whatever the settings are', () => {
  const name = fc.constantFrom('docs', 'a b', 'skills-registry', 'é', 'x.y');
  const scalar = fc.oneof(fc.string({ maxLength: 8 }), fc.boolean(), fc.integer({ min: -99, max: 99 }));
  const server = fc.dictionary(fc.constantFrom('url', 'command', 'enabled', 'env key'), scalar);
  const settings = fc.record({ model: scalar, mcp_servers: fc.dictionary(name, server), last: server });
  fc.assert(
    fc.property(settings, fc.boolean(), (value, isCrlf) => {
      const text = stringify(value).replaceAll('\n', isCrlf ? '\r\n' : '\n');
      const result = set(text, ['command']);
      if (!result.ok) throw new Error(`${result.reason}\n${text}`);
      const { command: _, ...kept } = value.mcp_servers['skills-registry'] ?? {};
      const servers = { ...value.mcp_servers, 'skills-registry': { ...kept, ...SET } };
      expect(parse(result.text)).toEqual(parse(stringify({ ...value, mcp_servers: servers })));
      const lines = new Set(result.text.split(/\r?\n/));
      const other = text.split(/\r?\n/).filter((line) => !/^(?:command|url) = /.test(line));
      for (const line of other) expect(lines).toContain(line);
    }),
  );
});

describe('texts that somebody made to be slow or deep', () => {
  const server = { path: ['mcp_servers', 'skills-registry'] } as const;

  it('are refused if they are nested deeper than settings are', () => {
    const deep = `[${'a.'.repeat(50_000)}a]\n`;
    expect(changeTable(deep, server)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('written in a way'),
    });
  });

  it('lose thousands of tables below ours at once', () => {
    const tables = (path: string) => Array.from({ length: 3_000 }, (_, at) => `[${path}${at}]\n`).join('');
    const text = tables('other.t') + tables('mcp_servers.skills-registry.t');
    expect(changeTable(text, server)).toEqual({ ok: true, text: tables('other.t') });
  });
});

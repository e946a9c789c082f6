import { describe, expect, it } from 'vitest';
import { codeInQuestion } from '../../../src-server/search/asked-code.ts';
import { runsOfCode } from '../../../src-server/search/code-runs.ts';
import { openSearch } from './search-fixture.ts';

const FENCE = '```';

/** An entry with a bad and a good form. */
const pitfall = (title: string, bad: string, good: string): string =>
  `## ${title}\n\nSome words.\n\n**Bad:**\n\n${FENCE}go\n${bad}\n${FENCE}\n\n**Good:**\n\n${FENCE}go\n${good}\n${FENCE}\n`;

const WEB = {
  key: 'go/acme/web',
  texts: {
    'pitfalls.md': [
      '# Pitfalls\n',
      pitfall(
        'Using the context after the handler',
        'go func() {\n\tc.JSON(200, user)\n}()',
        'copied := c.Copy()\ngo func() {\n\tsave(copied)\n}()',
      ),
      pitfall('Writing twice', 'c.JSON(200, user)\nc.JSON(500, nil)', 'c.JSON(200, user)\nreturn'),
      pitfall('Reading the body twice', 'io.ReadAll(c.Request.Body)\nc.Bind(&user)', 'c.Bind(&user)'),
    ].join('\n'),
    'quickstart.md': `# Quickstart\n\n${FENCE}go\nfunc handler(c *web.Context) {\n\tc.JSON(200, web.H{"done": true})\n\tgo func() { log.Println("done") }()\n}\n${FENCE}\n`,
  },
};
const OTHER = {
  key: 'go/acme/mail',
  texts: { 'pitfalls.md': '# Pitfalls\n\n## Sending twice\n\nJSON func.' },
};

const engine = openSearch([WEB, OTHER]);
const shown = (question: string) => engine.explain(question, { limit: 1 }).results[0]?.section?.heading;

describe('code as a question', () => {
  it.each([
    ['alone', 'go func() { c.JSON(201, order) }()'],
    ['with other names', 'go func() {\n\treq.JSON(http.StatusOK, answer)\n}()'],
    [
      'inside of a handler',
      'func pay(ctx *web.Context) {\n\torder := load(ctx.Param("id"))\n\tgo func() { ctx.JSON(200, order) }()\n}',
    ],
    [
      'in a fence, below a question',
      `Is this right?\n\n${FENCE}go\ngo func() {\n\tout.JSON(200, row)\n}()\n${FENCE}`,
    ],
  ])('finds the entry whose bad form it is like: %s', (_, question) => {
    expect(shown(question)).toBe('Using the context after the handler');
  });

  it('finds what is written into the answer of an access, whatever the keys are', () => {
    const filter = pitfall(
      'Assigning through a filter',
      'df[df["age"] > 60]["group"] = "senior"',
      'df.loc[0]',
    );
    const other = pitfall('Growing row by row', 'for name in names:\n    df = df.append(name)', 'df.loc[1]');
    const frames = openSearch([
      { key: 'python/acme/frames', texts: { 'pitfalls.md': `# Pitfalls\n\n${other}${filter}` } },
      OTHER,
    ]);
    const heading = (question: string) => frames.explain(question, { limit: 1 }).results[0]?.section?.heading;
    const code = ['orders[orders["total"] > 10]["owner"] = name', 'rows[0]["owner"] = f(name)'];
    for (const each of code)
      expect(heading(`import frames\n${each}`), each).toBe('Assigning through a filter');
  });

  it('finds another entry by what is different', () => {
    expect(shown('ctx.JSON(200, row)\nctx.JSON(404, nil)')).toBe('Writing twice');
    expect(shown('io.ReadAll(r.Request.Body)\nr.Bind(&order)')).toBe('Reading the body twice');
  });

  it('is no sure match of another library, whatever words it has', () => {
    const { question } = engine.explain('const user = await client.send(body);\nreturn user.JSON();', {
      limit: 1,
    });
    expect(question.strength).not.toBe('strong');
  });
});

const words = (question: string) => codeInQuestion(question)?.words.split(/\W+/).filter(Boolean);

describe('what a writer chose', () => {
  it('counts neither in runs nor in words', () => {
    expect(runsOfCode('row = db.first("select 1", 7)', 99)).toEqual(
      runsOfCode('user = pool.first("select 2", 12)', 99),
    );
    expect(words('amount = pool.fetch("give me all of it")\nshow(amount)')).toEqual([
      'pool',
      'fetch',
      'show',
    ]);
  });

  it('is told from names of the library', () => {
    for (const [one, other] of [
      ['a.first()', 'a.last()'],
      ['first(a)', 'last(a)'],
      ['let a: First', 'let a: Last'],
      ['call(stream=a)', 'call(timeout=a)'],
      ['#[serde(flatten)]', '#[serde(default)]'],
    ] as const)
      expect(runsOfCode(one, 99)).not.toEqual(runsOfCode(other, 99));
  });

  it('leaves the texts of imports, which name the library, and single words, which name events', () => {
    expect(words('import "github.com/acme/web"\nweb.New()\nweb.Run()')).toContain('acme');
    expect(words("socket.on('message', (data) => data.length)\nsocket.close()")).toContain('message');
  });

  it('leaves out comments, however they are written', () => {
    const plain = runsOfCode('a.first()\nb.last()', 99);
    for (const comment of ['// it hangs', '# it hangs', '/* it\nhangs */'])
      expect(runsOfCode(`a.first() ${comment}\nb.last()`, 99)).toEqual(plain);
    expect(runsOfCode('#include <first.h>', 99).length).toBeGreaterThan(0);
  });
});

describe('no code is', () => {
  it.each([
    ['a question about an access', 'why does row["owner"] = 1 not change the first row'],
    ['a question', 'Why does the pool hang when a handler panics?'],
    ['a question with names', 'does pool.Query(ctx) leak a connection if rows.Close() is never called?'],
    ['a single call', 'conn.WriteJSON(update)'],
    ['a message', 'TypeError: pool.query(...).then is not a function at line 3'],
    ['a trace', 'Error: x\n    at Object.run (/app/main.js:3:5)\n    at start (/app/main.js:9:1)'],
    ['a Python trace', 'Traceback (most recent call last):\n  File "a.py", line 3, in load\n    x = f(y)'],
    ['settings', 'allow_origins=["*"] together with allow_credentials=True'],
    ['nothing', ''],
  ])('%s', (_, question) => {
    expect(codeInQuestion(question)).toBeUndefined();
  });
});

it('runs are bounded, each once and in order', () => {
  const runs = runsOfCode('a.b(c) = d[e];\nx.f1(); x.f2();\n'.repeat(50), 10);
  expect(runs.length).toBeLessThanOrEqual(11);
  expect([...runs]).toEqual([...new Set(runs)].sort((a, b) => a - b));
  expect(runsOfCode('', 10)).toEqual(new Uint32Array(0));
});

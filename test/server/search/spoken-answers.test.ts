import { describe, expect, it } from 'vitest';
import { openSearch, type Skill } from './search-fixture.ts';

const POOL = '# Pool\n\nThe connection pool is exhausted if a connection is never released.\n';
const code = (language: string) => `# Pool\n\nThe pool is exhausted.\n\n\`\`\`${language}\npool()\n\`\`\`\n`;

const SKILLS: readonly Skill[] = [
  { key: 'python/acme/ormly', texts: { 'overview.md': POOL } },
  { key: 'js/acme/node-db', packages: ['ndb'], texts: { 'overview.md': POOL.repeat(3) } },
  { key: 'cpp/acme/vision', texts: { 'overview.md': `# Vision\n\n${'A cvx::Mat is shared. '.repeat(9)}\n` } },
  { key: 'rust/acme/crately', texts: { 'overview.md': '# It\n\nIt failed with an error.\n' } },
  { key: 'python/acme/copied', texts: { 'overview.md': code('cpp') }, tags: ['unicorns'] },
];

const index = openSearch(SKILLS);
const ask = (query: string) => index.explain(query, { limit: 10 });

describe('the answer to a message', () => {
  it('begins with the skill of the library that printed it, which is never weak', async () => {
    const { results, question } = await ask('ormly.exc.PoolError: connection zzz yyy xxx www vvv');
    expect(results[0]?.key).toBe('python/acme/ormly');
    expect(results[0]?.strength).not.toBe('weak');
    expect(question.source).toEqual({ name: 'ormly', skills: ['python/acme/ormly'] });
  });

  it('knows a library by the package in a stack frame', async () => {
    const { results, question } = await ask(
      'Error: exhausted\n    at f (/app/node_modules/ndb/index.js:1:2)',
    );
    expect(results[0]?.key).toBe('js/acme/node-db');
    expect(question.source?.name).toBe('ndb');
  });

  it('is never strong if no skill covers the library, and names it', async () => {
    const { question } = await ask('django.db.utils.PoolError: connection pool exhausted, never released');
    expect(question).toMatchObject({
      strength: 'weak',
      verdict: 'none',
      source: { name: 'django', skills: [] },
    });
  });

  it.each([
    'close the prisma client if the connection pool is exhausted and never released',
    'PrismaClientInitializationError: connection pool exhausted, never released',
    'connection pool of spring boot exhausted, never released',
  ])('is never strong for a library in plain words that no skill covers, and names it: %s', async (text) => {
    const { question } = await ask(text);
    expect(question).toMatchObject({
      strength: 'weak',
      verdict: 'none',
      source: { skills: [], asked: true },
    });
    expect(question.source?.name).toMatch(/^(?:prisma|spring boot)$/i);
  });

  it.each(['ormly connection pool exhausted, never released, in a fastify route', 'acme pool in axum'])(
    'takes a library beside a skill or its author for a bystander: %s',
    async (text) => expect((await ask(text)).question.source).toBeUndefined(),
  );

  it('is not sure if no skill has a telling word of the question, and says which', async () => {
    const { question } = await ask('quuxdb connection pool is exhausted, a connection is never released');
    expect(question).toMatchObject({ strength: 'partial', verdict: 'unsure', missing: ['quuxdb'] });
    const known = await ask('the connection pool is exhausted, a connection is never released');
    expect(known.question).toMatchObject({ strength: 'strong', verdict: 'match' });
  });

  it('is as sure as ever of a skill that the question names', async () => {
    const { question } = await ask('ormly with quuxdb: pool is exhausted, a connection is never released');
    expect(question).toMatchObject({ strength: 'strong', verdict: 'match' });
    expect(question.missing).toBeUndefined();
  });

  it.each(['it failed', 'error', 'it still does not work, what is wrong?'])(
    'is nothing if only words of any failure occur: %s',
    async (text) => {
      expect((await ask(text)).question).toMatchObject({ strength: 'weak', verdict: 'none' });
    },
  );

  it('may still be of use if the question names another library that a skill covers', async () => {
    const { question } = await ask(
      'django.db.utils.PoolError: ormly connection pool exhausted, never released',
    );
    expect(question).toMatchObject({ strength: 'partial', verdict: 'match', source: { name: 'django' } });
  });

  it('takes no skill of another language for the library', async () => {
    const { question } = await ask('Error: pool\n    at f (/app/node_modules/ormly/index.js:1:2)');
    expect(question.source?.skills ?? []).toEqual([]);
  });

  it('claims nothing of a library that some skill uses all the time', async () => {
    const { question } = await ask("terminate called after throwing an instance of 'cvx::Exception'");
    expect(question.source).toBeUndefined();
  });

  it('is about the message, not about the library alone', async () => {
    const { results } = await ask('ormly.get with timeout=5 hangs until a connection is released');
    expect(results[0]?.section).toMatchObject({ file: 'overview.md', heading: null });
  });

  it('is the same for a whole stack trace', async () => {
    const frames = Array.from({ length: 900 }, (_, at) => `    at f (/app/node_modules/ndb/${at}.js:1:2)`);
    const { results, question } = await ask(`Error: connection pool exhausted\n${frames.join('\n')}`);
    expect(results[0]?.key).toBe('js/acme/node-db');
    expect(question.source?.name).toBe('ndb');
  });

  it('is not sure without a message and without a good match', async () => {
    const { question } = await ask('released zzz yyy xxx www');
    expect(question).toMatchObject({ strength: 'weak', verdict: 'unsure' });
  });

  it('is nothing if no telling word occurs', async () => {
    expect((await ask('zzzqqq yyyqqq')).question).toMatchObject({ strength: 'weak', verdict: 'none' });
  });

  it('is nothing if only words that any question has occur', async () => {
    const { question } = await ask('the best way to do it');
    expect(question).toMatchObject({ strength: 'weak', verdict: 'none' });
  });
});

describe('a question that names a language', () => {
  it('has no strong answer behind the first one in another language', async () => {
    const strengths = async (text: string) =>
      Object.fromEntries((await ask(text)).results.map(({ key, strength }) => [key, strength]));
    const query = 'connection pool is exhausted, a connection is never released';
    expect(await strengths(query)).toMatchObject({ 'js/acme/node-db': 'strong' });
    const named = await strengths(`${query}, in python`);
    expect(Object.entries(named)[0]).toEqual(['python/acme/ormly', 'strong']);
    expect(named['js/acme/node-db']).not.toBe('strong');
  });
});

describe('a skill whose code is in another language', () => {
  it('is never strong', async () => {
    const { results } = await ask('copied');
    expect(results[0]).toMatchObject({ key: 'python/acme/copied', strength: 'partial' });
  });

  it('is said to be withheld, and no other library answers in its place where the question names it', async () => {
    const { results, question } = await ask('copied unicorns: the pool is exhausted');
    expect(question.withheld).toBe(
      "python/acme/copied is withheld: its code examples are C++, though the library's language is Python. Don't copy it. Other answers are about other libraries.",
    );
    expect(results.slice(1).map(({ strength }) => strength)).toEqual(results.slice(1).map(() => 'weak'));
    expect((await ask('ormly pool')).question.withheld).toBeUndefined();
  });
});

describe('a withheld skill that comes first by chance', () => {
  const passing = `# It\n\n${'Copies move between merges. '.repeat(6)}\n`;
  const asking = openSearch(
    [
      { key: 'rust/acme/moving', texts: { 'overview.md': passing }, tags: ['merges'] },
      { key: 'python/acme/ormly', texts: { 'overview.md': POOL } },
      { key: 'js/acme/other', texts: { 'overview.md': '# It\n\nA merge of two branches may conflict.\n' } },
    ],
    new Map([['rust/acme/moving', 'its code examples are C++']]),
  );
  const reported = (query: string) => {
    const { results, question } = asking.explain(query, { limit: 10 });
    return { first: results[0]?.key, withheld: question.withheld };
  };

  it.each(['zzz merges of copies', 'copies and merges in python'])(
    'is not what the question is about, and no reason stands in front: %s',
    (query) => expect(reported(query)).toEqual({ first: 'rust/acme/moving', withheld: undefined }),
  );

  it.each(['moving conflicts after merges', 'rust moving', 'moving'])(
    'is what a question is about that says its name: %s',
    (query) =>
      expect(reported(query)).toEqual({
        first: 'rust/acme/moving',
        withheld: expect.stringMatching(/^rust\/acme\/moving is withheld: /),
      }),
  );

  it.each(['copies between merges', 'copies move between merges'])(
    'is what a question is about that it would answer at least partly: %s',
    (query) => expect(reported(query).withheld).toMatch(/^rust\/acme\/moving is withheld: /),
  );

  it('leaves the report to the first skill that agents get', () => {
    const { question } = asking.explain('merges, and a connection is never released', { limit: 10 });
    const alone = asking.explain('merges, and a connection is never released', { limit: 10, lang: 'python' });
    expect(question.verdict).toBe(alone.question.verdict);
  });
});

describe('a library whose name is a common word', () => {
  const timeouts = '# It\n\nA request has a timeout. The timeout of a request is set once.\n';
  const asking = openSearch([
    { key: 'js/acme/fetcher', tags: ['timeout'], texts: { 'overview.md': timeouts.repeat(3) } },
    {
      key: 'python/acme/requests',
      summary: 'It calls servers.',
      texts: {
        'overview.md': `# It\n\n${'Calls of servers and their words. '.repeat(60)}\nA timeout is given.\n`,
      },
    },
    ...SKILLS,
  ]);
  const first = (query: string) => asking.explain(query, { limit: 10 }).results[0];

  it.each([
    'how to give a timeout in requests',
    'a timeout with requests',
    'the timeout using requests?',
    'requests timeout',
  ])('comes first where the question uses the word as a name: %s', (query) =>
    expect(first(query)?.key).toBe('python/acme/requests'),
  );

  it.each([
    'how many requests per timeout does it take',
    'requests timeout when it is slow',
    'a timeout of requests',
    'a timeout in request',
  ])('does not come first where the word is one of the sentence: %s', (query) =>
    expect(first(query)?.key).toBe('js/acme/fetcher'),
  );

  it('is no strong match by the place of the word alone', () => {
    expect(first('how to give a timeout in requests')?.strength).not.toBe('strong');
  });
});

describe('a small registry', () => {
  const filler = (word: string) => `# It\n\n## About ${word} here\n\nText of ${word}.\n`;
  const log =
    '## Never log from a handler\n\nA logger in a signal handler may end in a segmentation fault.\n';
  const skills = ['one', 'two', 'three', 'four', 'five'].map((name) => ({
    key: `cpp/acme/${name}`,
    texts: { 'overview.md': filler(name) },
  }));
  const texts = { 'safety.md': `# Safety\n\n${log}` };
  const asking = (query: string) =>
    openSearch([
      ...skills,
      { key: 'cpp/acme/logly', texts, symptoms: ['segmentation fault at exit'] },
    ]).explain(query, { limit: 1 });

  it('is not sure of a question of which it knows only words that any program may print', () => {
    const { question } = asking('segmentation fault when I return a reference to a local variable');
    expect(question.strength).not.toBe('strong');
  });

  it('is sure of a question whose words one entry has', () => {
    expect(asking('segmentation fault of a logger in a signal handler').question.strength).toBe('strong');
  });

  it('never says that no skill covers a library which the shown danger names', () => {
    const [first] = skills;
    const dangers = {
      'pitfalls.md': '# Pitfalls\n\n## Bundling the stub here\n\nWith webpack the mask is no function.\n',
    };
    const engine = openSearch([{ key: first?.key ?? '', texts: dangers }, ...skills.slice(1)]);
    const { question } = engine.explain('mask is not a function in the webpack build', { limit: 1 });
    expect(question.verdict).not.toBe('none');
    expect(asking('text in the webpack build').question.verdict).toBe('none');
  });

  it('never says that no skill covers a package which the skill is used with', () => {
    const message = 'werkzeug.routing.exceptions.BuildError: Could not build url for endpoint';
    const [first] = skills;
    const web = {
      key: 'python/acme/webly',
      texts: { 'pitfalls.md': '# Pitfalls\n\n## Naming an endpoint twice\n\nNo url is built.\n' },
    };
    const asked = (dependencies: readonly string[]) =>
      openSearch([{ ...web, dependencies }, ...(first ? [first] : [])]).explain(message, { limit: 1 });
    expect(asked(['werkzeug']).question.verdict).not.toBe('none');
    expect(asked([]).question.verdict).toBe('none');
  });
});

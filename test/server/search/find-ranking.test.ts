import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, keysOf, rank, type Skill } from './search-fixture.ts';

const skill = (key: string, text: string, more: Partial<Skill> = {}): Skill => ({
  key,
  texts: { 'overview.md': text },
  ...more,
});

/** One word apart from each other wherever a rule is to show. */
const CORPUS: readonly Skill[] = [
  skill('cpp/a/pool', 'A pool of connections. Close the connection, return the connection to the pool.'),
  skill('go/a/pool', 'A pool keeps its connection.'),
  skill('rust/b/queue', 'A queue for many producers.\n\n## Shutdown\nClose the queue, then wait.'),
  skill('python/b/files', 'Reads a file. Never close it twice.'),
  skill(
    'cpp/c/hidden',
    '```cpp\n// Pitfall 1: the mutex is locked twice\nstd::lock_guard<std::mutex> guard(mutex_);\n```',
  ),
  skill('js/d/odd', 'The constructor and __proto__ of an object, toString as well.'),
];
const index = indexOf(CORPUS);
const found = (query: string): string[] => keysOf(rank(index, query));

describe('find', () => {
  it('answers with every skill that has a word of the query, and no other', () => {
    // `close` stands in three texts; the others have nothing of it.
    expect(found('close').sort()).toEqual(['cpp/a/pool', 'python/b/files', 'rust/b/queue']);
  });

  it('puts the text first that speaks more of it', () => {
    // Three connections against one, in texts of like length.
    expect(found('connections')).toEqual(['cpp/a/pool', 'go/a/pool']);
  });

  it('puts the rare word over the common one', () => {
    // `queue` is in one skill, `close` in three.
    expect(found('close queue')[0]).toBe('rust/b/queue');
  });

  it('prefers the language that the query names', () => {
    // Three connections against one, but the question is about Go.
    expect(found('connection pool in golang')[0]).toBe('go/a/pool');
  });

  it('puts the skill first that is called what was asked for, whoever says the word more often', () => {
    const said = indexOf([
      skill('rust/a/hyper', `# Requests\n${'A request to send all. '.repeat(20)}`, {
        tags: ['requests', 'send', 'all'],
      }),
      skill('python/a/requests', Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')),
      skill('go/a/send-all', Array.from({ length: 60 }, (_, i) => `other${i}`).join(' ')),
    ]);
    const keys = (query: string) => keysOf(rank(said, query));
    expect(keys('requests')[0]).toBe('python/a/requests');
    expect(keys('python requests')[0]).toBe('python/a/requests');
    expect(keys('send all')[0]).toBe('go/a/send-all');
  });

  it('takes no language’s name apart: JavaScript is no script of Java', () => {
    const said = indexOf([skill('js/a/one', 'JavaScript here.'), skill('go/a/two', 'A script in Java.')]);
    expect(keysOf(rank(said, 'JavaScript'))).toEqual(['js/a/one']);
    expect(keysOf(rank(said, 'a Java script'))).toEqual(['go/a/two']);
    expect(keysOf(rank(said, 'a JavaBean'))).toContain('go/a/two');
  });

  it('looks for no go that is a verb, as long as there is anything else to look for', () => {
    const said = indexOf([skill('go/a/one', 'Lines.'), skill('cpp/a/log', 'Log lines are lost.')]);
    expect(keysOf(rank(said, 'where did my log lines go'))).toEqual(['cpp/a/log', 'go/a/one']);
    expect(keysOf(rank(said, 'what can go wrong'))).toEqual([]);
    expect(keysOf(rank(said, 'lines in one go, in Go'))).toEqual(['go/a/one', 'cpp/a/log']);
    expect(keysOf(rank(said, 'you go'))).toEqual(['go/a/one']);
  });

  it('prefers the language that writes such messages, where the query names none', () => {
    expect(found('panic: connection pool')[0]).toBe('go/a/pool');
    expect(found('panic: connection pool in C++')[0]).toBe('cpp/a/pool');
  });

  it('finds what says the same in another word of the field, behind what says it in this one', () => {
    const said = indexOf([
      skill('cpp/a/blocks', 'Reading blocks while nobody writes.'),
      skill('cpp/a/hangs', 'Reading hangs while nobody writes.'),
      skill('cpp/a/other', 'Reading is fine while nobody writes.'),
    ]);
    const keys = keysOf(rank(said, 'reading hangs'));
    expect(keys).toEqual(['cpp/a/hangs', 'cpp/a/blocks', 'cpp/a/other']);
  });

  it('puts the skill first that names the pasted message, before one that says its words often in one place', () => {
    const often = 'The connection was terminated unexpectedly. '.repeat(6);
    const said = indexOf([
      skill('js/a/often', `# Connection terminated unexpectedly\n${often}`),
      skill('js/a/told', 'A pool.', { symptoms: ['Connection terminated unexpectedly'] }),
    ]);
    expect(keysOf(rank(said, 'Error: Connection terminated unexpectedly'))[0]).toBe('js/a/told');
  });

  it('finds a message that a skill names among its symptoms, before texts that have its words here and there', () => {
    const message = 'send on closed channel: broken pipe';
    const told = indexOf([
      skill('go/a/told', 'Nothing of it.', { symptoms: ['other trouble', message] }),
      skill(
        'go/a/words',
        'A channel and a closed pipe.\n\n## Send\nSend is not broken. Send to a channel. A pipe.',
      ),
      skill('go/a/other', 'Filler.'),
    ]);
    expect(keysOf(rank(told, message))[0]).toBe('go/a/told');
    expect(keysOf(rank(told, 'other trouble'))).toEqual(['go/a/told']);
  });

  it('counts words of one symptom more than those of several', () => {
    const apart = indexOf([
      skill('go/a/apart', 'x', { symptoms: ['broken pipe', 'closed channel'] }),
      skill('go/a/one', 'x', { symptoms: ['closed pipe', 'y'] }),
    ]);
    expect(keysOf(rank(apart, 'closed pipe'))[0]).toBe('go/a/one');
  });

  it('leaves lone letters out, but not a query of one', () => {
    const letters = indexOf([skill('cpp/a/letters', 'x c r'), skill('cpp/a/mutex', 'mutex')]);
    expect(keysOf(rank(letters, 'r mutex'))).toEqual(['cpp/a/mutex']);
    expect(keysOf(rank(letters, 'r'))).toEqual(['cpp/a/letters']);
  });

  it('reads code in fences, and identifiers in parts', () => {
    expect(found('mutex guard')).toEqual(['cpp/c/hidden']);
    expect(found('lock_guard')).toEqual(['cpp/c/hidden']);
  });

  it('takes constructor, __proto__ and toString for words', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty valueOf proto']) {
      expect(found(word)).toEqual(['js/d/odd']);
    }
  });

  it('replaces a word that no skill has by a near one', () => {
    expect(found('conection')).toEqual(found('connection'));
    expect(found('mutxe')).toEqual(['cpp/c/hidden']);
  });

  it('never replaces a word that some skill has', () => {
    const near = indexOf([skill('cpp/a/lock', 'lock'), skill('cpp/a/look', 'look')]);
    expect(keysOf(rank(near, 'lock'))).toEqual(['cpp/a/lock']);
  });

  it('takes a compound apart that no skill writes in one', () => {
    expect(found('connectionpool')).toEqual(found('connection pool'));
  });

  it('completes a word that others begin with', () => {
    expect(found('prod')).toEqual(['rust/b/queue']);
  });

  it('finds nothing for words that nothing is near to', () => {
    expect(found('zzzzqqqq')).toEqual([]);
    expect(found('???')).toEqual([]);
    expect(found('how do I')).toEqual([]);
  });

  it('does not glue the last word of a file to the first of the next', () => {
    const two = indexOf([{ key: 'cpp/a/b', texts: { 'a.md': 'left', 'b.md': 'right' } }]);
    expect(keysOf(rank(two, 'left'))).toEqual(['cpp/a/b']);
    expect(keysOf(rank(two, 'leftright'))).toEqual(['cpp/a/b']);
  });

  it('puts words that stand in one passage over words far apart', () => {
    const far = `# One\nalpha ${'filler '.repeat(20)}\n# Two\nbeta ${'filler '.repeat(20)}`;
    const close = `# One\nalpha beta ${'filler '.repeat(20)}\n# Two\n${'filler '.repeat(20)}`;
    expect(
      keysOf(rank(indexOf([skill('cpp/a/far', far), skill('cpp/b/close', close)]), 'alpha beta')),
    ).toEqual(['cpp/b/close', 'cpp/a/far']);
  });

  it('orders equals by key', () => {
    const same = ['go/z/z', 'cpp/b/b', 'cpp/a/a'].map((key) => skill(key, 'same text', { tags: [] }));
    expect(keysOf(rank(indexOf(same), 'same text'))).toEqual(['cpp/a/a', 'cpp/b/b', 'go/z/z']);
  });

  it('finds by metadata alone, but not by the words of a placeholder', () => {
    const tagged = indexOf([
      skill('cpp/a/a', 'text', { tags: ['computer-vision'], summary: 'LibSkills skill for a/a' }),
    ]);
    expect(keysOf(rank(tagged, 'vision'))).toEqual(['cpp/a/a']);
    expect(keysOf(rank(tagged, 'libskills'))).toEqual([]);
  });
});

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const text = fc
  .array(fc.constantFrom(...WORDS, '\n# '), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '));
const corpus = fc
  .array(text, { minLength: 1, maxLength: 8 })
  .map((texts) => texts.map((content, i) => skill(`cpp/a/s${i}`, content)));
const query = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

describe('find, whatever the corpus', () => {
  it('gives the same for every order in which skills are loaded', () => {
    fc.assert(
      fc.property(corpus, query, fc.infiniteStream(fc.nat()), (skills, asked, numbers) => {
        const shuffled = skills
          .map((item) => ({ item, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
        expect(rank(indexOf(shuffled), asked)).toEqual(rank(indexOf(skills), asked));
      }),
    );
  });

  it('gives the same for every division into segments', () => {
    fc.assert(
      fc.property(corpus, query, fc.nat(8), (skills, asked, cut) => {
        const divided = indexOf(skills.slice(0, cut), skills.slice(cut));
        expect(rank(divided, asked)).toEqual(rank(indexOf(skills), asked));
      }),
    );
  });

  it('gives the first of the whole ranking for every limit', () => {
    fc.assert(
      fc.property(corpus, query, fc.integer({ min: 1, max: 8 }), (skills, asked, limit) => {
        expect(rank(indexOf(skills), asked, limit)).toEqual(rank(indexOf(skills), asked).slice(0, limit));
      }),
    );
  });

  it('finds the same skills when one is added that has no word of the query', () => {
    fc.assert(
      fc.property(corpus, query, (skills, asked) => {
        const more = [...skills, skill('go/x/other', 'something else')];
        expect(keysOf(rank(indexOf(more), asked)).sort()).toEqual(
          keysOf(rank(indexOf(skills), asked)).sort(),
        );
      }),
    );
  });

  it('keeps the order of one word when a skill of mean length is added that lacks it', () => {
    // The mean length stays, and idf is the same for all: nothing may move.
    const skills = [skill('cpp/a/s0', 'alpha alpha beta'), skill('cpp/a/s1', 'alpha beta beta')];
    const more = [...skills, skill('cpp/a/s2', 'gamma gamma delta')];
    expect(keysOf(rank(indexOf(more), 'alpha'))).toEqual(keysOf(rank(indexOf(skills), 'alpha')));
  });
});

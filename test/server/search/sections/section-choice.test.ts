import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { openSearch, readTexts, type Skill, type Texts, writeSkill } from '../search-fixture.ts';

let indexer: ReturnType<typeof openSearch> | undefined;

afterEach(async () => {
  await indexer?.close();
  indexer = undefined;
});

/** The section that the one skill of a registry shows, as `file#heading`, and what of it was read. */
async function shown(query: string, texts: Texts, more: Partial<Skill> = {}) {
  const document = writeSkill(temporaryFolder(), { key: 'cpp/gabime/spdlog', texts, ...more });
  const read: string[] = [];
  indexer = openSearch({
    readTexts: (documents) => {
      read.push(...documents.flatMap(({ files }) => files.map(({ path }) => path)));
      return readTexts(documents);
    },
  });
  const index = indexer.update({ changed: [document], removed: [] });
  await index.ready;
  read.length = 0;
  const { results } = await index.explain(query, { limit: 1 });
  const section = results[0]?.section;
  return { section: section && `${section.file}#${section.heading}`, read };
}

const OVERVIEW = `# Overview

## What to know first

- Handlers run on any thread; logging from a signal handler may deadlock; a fork leaves threads behind.
- Rotation happens while logging; the queue blocks when it is full; the flush level is off.
- Formats are checked when the program is compiled; names are unique; sinks are shared between loggers.
`;

describe('the section that is shown', () => {
  it('is about the question, where a list of everything has its words, too', async () => {
    const texts = {
      'overview.md': OVERVIEW,
      'lifecycle.md':
        '# Lifecycle\n\n## fork and exec\n\nAfter a fork the child must not log: logging needs a thread.\n',
    };
    expect((await shown('logging after a fork', texts)).section).toBe('lifecycle.md#fork and exec');
    expect((await shown('fork', texts)).section).toBe('lifecycle.md#fork and exec');
  });

  it('is the list, where that alone has most of the question', async () => {
    const texts = { 'overview.md': OVERVIEW, 'safety.md': '# Safety\n\n## Fork\n\nNever fork.\n' };
    expect((await shown('fork deadlock in a signal handler', texts)).section).toBe(
      'overview.md#What to know first',
    );
  });

  it('has the word more often, or in less text, or in its heading', async () => {
    const filler = 'Other things are told here at some length. '.repeat(4);
    for (const [less, more] of [
      ['A mutex.', 'A mutex is a mutex, not another mutex.'],
      [`A mutex. ${filler}`, 'A mutex.'],
    ]) {
      const texts = {
        'overview.md': `# A\n\n## First\n\n${less}\n`,
        'safety.md': `# B\n\n## Second\n\n${more}\n`,
      };
      expect((await shown('mutex', texts)).section, more).toBe('safety.md#Second');
    }
    const texts = {
      'overview.md': '# A\n\n## First\n\nA mutex.\n',
      'safety.md': '# B\n\n## The mutex\n\nA mutex.\n',
    };
    expect((await shown('mutex', texts)).section).toBe('safety.md#The mutex');
  });

  it('is the first of those that say the same', async () => {
    const texts = {
      'overview.md': '# A\n\n## First\n\nA mutex.\n',
      'safety.md': '# B\n\n## Second\n\nA mutex.\n',
    };
    expect((await shown('mutex', texts)).section).toBe('overview.md#First');
  });

  it('counts what the whole skill is about for less', async () => {
    const texts = {
      'overview.md': '# A\n\n## Logging\n\nLogging, logging and logging, before an exec.\n',
      'safety.md': '# B\n\n## The fork\n\nNo logging behind a fork.\n',
    };
    expect((await shown('logging fork', texts, { tags: ['logging'] })).section).toBe('safety.md#The fork');
  });

  it('is looked for in a few files, and not in large ones for a choice alone', async () => {
    const few = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`topic-${i}.md`, `# T\n\n## Topic ${i}\n\nA mutex.\n`]),
    );
    expect((await shown('mutex', few)).read).toHaveLength(8);
    const large = {
      'a.md': few['topic-1.md'] as string,
      'b.md': `# The mutex\n\nmutex ${'x '.repeat(200_000)}`,
    };
    expect(await shown('mutex', large)).toEqual({ section: 'a.md#Topic 1', read: ['a.md'] });
  });
});

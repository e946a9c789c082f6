import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless, without } from '../support/unless.ts';

const FOLDER = join(import.meta.dirname, 'relevance');
const REAL = join(import.meta.dirname, '../../../shared/real-registry');
const SAMPLE = join(import.meta.dirname, '../../assets/sample-registry');
const KINDS = ['find', 'search', 'absent', 'sections'];

interface Query {
  readonly id: string;
  readonly class: string;
  readonly query: string;
  readonly relevant?: Readonly<Record<string, number>>;
  readonly sections?: Readonly<Record<string, readonly string[]>>;
}
interface QuerySet {
  readonly kind: string;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly queries: readonly Query[];
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const sets = files.map((file) => ({
  file,
  set: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as QuerySet,
}));
const judged = sets.filter(({ set }) => set.kind === 'find' || set.kind === 'search');
const ofSections = sets.filter(({ set }) => set.kind === 'sections');
const absent = sets.filter(({ set }) => set.kind === 'absent');
const isOfSample = ({ file }: { readonly file: string }) => file.startsWith('sample');
const isOfReal = ({ file }: { readonly file: string }) => !file.startsWith('sample');
const ofSample = judged.filter(isOfSample);
const ofReal = judged.filter(isOfReal);

const graded = ({ queries, aliases = {} }: QuerySet) => [
  ...queries.flatMap(({ relevant = {} }) => Object.keys(relevant)),
  ...Object.values(aliases),
];

/** The keys under which a registry's skills are served: that of the folder, and of language and repository. */
function keysOf(registry: string): ReadonlySet<string> {
  const { skills } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8')) as {
    skills: readonly { key: string; language: string; repo: string }[];
  };
  return new Set(skills.flatMap(({ key, language, repo }) => [key, `${language}/${repo}`]));
}

/** The sections of a set that no text of the registry has a heading for. */
function missingSections(registry: string, { queries }: QuerySet): string[] {
  return queries.flatMap(({ id, sections = {} }) =>
    Object.entries(sections).flatMap(([key, places]) =>
      places.filter((place) => !hasHeading(folderOf(registry, key), place)).map((place) => `${id} ${place}`),
    ),
  );
}

/** Some skills lie in a folder that isn't named as their key: `cpp/boostorg_filesystem`. */
function folderOf(registry: string, key: string): string {
  const folder = join(registry, 'skills', key);
  if (existsSync(folder)) return folder;
  const [language = '', author, name] = key.split('/');
  const others = join(registry, 'skills', language);
  const isMeant = (other: string) => {
    const file = join(others, other, 'skill.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === name;
  };
  return join(others, readdirSync(others).find(isMeant) ?? `${author}_${name}`);
}

function hasHeading(folder: string, place: string): boolean {
  const [file = '', heading = ''] = place.split(/#(.*)/s);
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.some((line) => /^(?:#|\*\*)/.test(line) && line.replace(/^[#* ]+|[* ]+$/g, '') === heading);
}

describe('the sets of judged queries', () => {
  it('are all described', () => {
    const text = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    expect(files.filter((file) => !text.includes(`| \`${file}\` |`))).toEqual([]);
  });

  it('give every query an id of its own', () => {
    const ids = sets.flatMap(({ set }) => set.queries.map(({ id }) => id));
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('ask nothing twice of one kind', () => {
    for (const kind of KINDS) {
      const asked = sets
        .filter(({ set }) => set.kind === kind)
        .flatMap(({ set }) => set.queries.map(({ query }) => query.toLowerCase()));
      expect(asked.filter((query, i) => asked.indexOf(query) !== i)).toEqual([]);
    }
  });

  it.each(sets)(
    'have a kind, a class and a trimmed query each, one line but for messages: $file',
    ({ set }) => {
      expect(KINDS).toContain(set.kind);
      expect(set.queries.length).toBeGreaterThan(0);
      for (const { class: name, query } of set.queries) {
        expect(name).toMatch(/^[a-z]+$/);
        expect(query).toMatch(name === 'message' ? /^\S(?:.*\S)?$/s : /^\S(?:.*\S)?$/);
      }
    },
  );

  it.each(judged)('grade 1 or 2 what answers: $file', ({ set }) => {
    for (const { id, relevant = {} } of set.queries) {
      const grades = Object.values(relevant);
      expect(grades, id).not.toHaveLength(0);
      expect([1, 2], id).toEqual(expect.arrayContaining(grades));
    }
  });

  it.each(judged.filter(({ set }) => set.kind === 'find'))(
    'name a skill that is wholly right for each question: $file',
    ({ set }) => {
      const without = set.queries.filter(({ relevant = {} }) => !Object.values(relevant).includes(2));
      expect(without.map(({ id }) => id)).toEqual([]);
    },
  );

  it.each(absent)('grade nothing where nothing answers: $file', ({ set }) => {
    expect(set.queries.filter(({ relevant }) => relevant !== undefined)).toEqual([]);
  });

  it.each(ofSample)('name skills that the sample has, and all of them: $file', ({ set }) => {
    expect(new Set(graded(set))).toEqual(keysOf(SAMPLE));
  });

  it.each(ofSections.filter(isOfSample))('name sections that the sample has: $file', ({ set }) => {
    expect(set.queries.filter(({ sections = {} }) => Object.keys(sections).length === 0)).toEqual([]);
    expect(missingSections(SAMPLE, set)).toEqual([]);
  });

  describe('over the real registry', unless(without(REAL)), () => {
    it.each(ofReal)('name skills that it has: $file', ({ set }) => {
      const keys = keysOf(REAL);
      expect(graded(set).filter((key) => !keys.has(key))).toEqual([]);
    });

    it.each(ofSections.filter(isOfReal))('name sections that it has: $file', ({ set }) => {
      expect(missingSections(REAL, set)).toEqual([]);
    });
  });
});

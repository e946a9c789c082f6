import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compareCopies } from '../../../src-server/registries/compare-copies.ts';
import type { CopyFacts } from '../../../src-server/registries/copy.ts';
import { readChanges } from '../../../src-server/registries/read-changes.ts';
import { openRegistryStore } from '../../../src-server/registries/registry-store.ts';
import { shownRegistry } from '../../main/registries/shown-registry.ts';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

/** What an update of one registry changes, by the files of its skills before and after. */
function changesOf(before: Record<string, string>, after: Record<string, string>, most = 1_000_000) {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = openRegistryStore(folder);
  const registry = { ...shownRegistry('team'), commit: OLD };
  const factsOf = (commit: string, files: Record<string, string>): CopyFacts => {
    for (const [path, text] of Object.entries(files)) {
      const file = join(store.copyOf(registry, commit), 'team', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const keys = [...new Set(Object.keys(files).map((path) => dirname(path)))];
    const skills = keys.map((key) => [key, { folder: key, language: 'js', risk: null }]);
    return { commit, date: null, files, skills: Object.fromEntries(skills), skipped: [], bytes: 0 };
  };
  const [was, is] = [factsOf(OLD, before), factsOf(NEW, after)];
  const { skills, ...update } = compareCopies(was, is);
  const changes = { registry, update: { ...update, rewritten: false }, skills, before: was, after: is };
  return readChanges(changes, store, most);
}

it('flags a new command at the start of a line, after spaces, and after a prompt', () => {
  const { skills } = changesOf({}, { 'js/a/b/x.md': 'npm ci\n  $ curl x\nthe npm ci\n\n\u00a0rm -rf y\n' });
  const notes = skills.flatMap(({ files }) => files.flatMap((file) => file.notes));
  expect(notes.map(({ text }) => text)).toEqual(['npm ci', '$ curl x', 'rm -rf y']);
});

it('flags hidden characters that are new, also in a file that had others', () => {
  const path = 'js/a/b/x.md';
  const kinds = (before: string, after: string) =>
    changesOf({ [path]: before }, { [path]: after }).skills[0]?.files[0]?.notes.map(({ kind }) => kind);
  expect(kinds('\ufeffTitle\nText', '\ufeffTitle\nText \u{e0041}')).toEqual(['hidden']);
  expect(kinds('\ufeffTitle\nText', '\ufeffTitle\nNew')).toEqual([]);
});

it.each(['\n', '\r', '\u2028', ' ', '$ '])('reads a file full of %j in one pass', (filling) => {
  // With one pass per character, each of these files takes minutes, longer than a test may.
  const { skills } = changesOf({}, { 'js/a/b/x.md': filling.repeat(80_000) });
  expect(skills[0]?.files[0]?.notes).not.toContainEqual({ kind: 'unread', text: '' });
});

it('stops reading at a limit, names the files beyond, and counts the skills that were begun', () => {
  const text = 'word\n'.repeat(1_000);
  const after = { 'js/a/b/1.md': text, 'js/a/b/2.md': text, 'js/a/c/1.md': text };
  const { skills, within } = changesOf({}, after, 10_000);
  expect(within).toBe(1);
  expect(
    skills.map(({ files }) => files.map(({ path, notes, diff }) => [path, notes.length, diff.length])),
  ).toEqual([
    [
      ['1.md', 0, 1],
      ['2.md', 1, 0],
    ],
    [['1.md', 1, 0]],
  ]);
});

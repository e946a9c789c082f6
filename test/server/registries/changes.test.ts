import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { type ReadableCopy, readChanges } from '../../../src-server/registries/changes.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

/** What an update changes, by the files of the skills before and after. */
function changesOf(before: Record<string, string>, after: Record<string, string>) {
  const copyOf = (files: Record<string, string>): ReadableCopy => {
    const folder = temporaryFolder(files);
    const keys = [...new Set(Object.keys(files).map((path) => dirname(path)))];
    const skills = keys.map((key) => [key, { folder: key, language: 'js', risk: null }]);
    const facts = {
      commit: '',
      date: null,
      files,
      skills: Object.fromEntries(skills),
      skipped: [],
      bytes: 0,
    };
    return { folder, facts };
  };
  return readChanges(copyOf(before), copyOf(after));
}

it('flags a new command at the start of a line, after spaces, and after a prompt', () => {
  const skills = changesOf({}, { 'js/a/b/x.md': 'npm ci\n  $ curl x\nthe npm ci\n\n\u00a0rm -rf y\n' });
  const notes = skills.flatMap(({ files }) => files.flatMap((file) => file.notes));
  expect(notes.map(({ text }) => text)).toEqual(['npm ci', '$ curl x', 'rm -rf y']);
});

it('flags hidden characters that are new, also in a file that had others', () => {
  const path = 'js/a/b/x.md';
  const kinds = (before: string, after: string) =>
    changesOf({ [path]: before }, { [path]: after })[0]?.files[0]?.notes.map(({ kind }) => kind);
  expect(kinds('\ufeffTitle\nText', '\ufeffTitle\nText \u{e0041}')).toEqual(['hidden']);
  expect(kinds('\ufeffTitle\nText', '\ufeffTitle\nNew')).toEqual([]);
});

it.each(['\n', '\r', '\u2028', ' ', '$ '])('reads a file full of %j in one pass', (filling) => {
  // With one pass per character, each of these files takes minutes, longer than a test may.
  const skills = changesOf({}, { 'js/a/b/x.md': filling.repeat(80_000) });
  expect(skills[0]?.files[0]?.notes).not.toContainEqual({ kind: 'unread', text: '' });
});

import { describe, expect, it } from 'vitest';
import { emptyModel, nextModel } from '../../../../src-server/registry/model/registry-model.ts';
import { searchDocuments } from '../../../../src-server/registry/model/search-documents.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { manifest } from '../../../support/temporary-registry.ts';

const NOW = new Date('2026-03-04T05:06:07Z');

function summedUp(key: string, summary: string): SkillFolder {
  return skillFolder(key, {
    manifest: manifest(key, { summary }),
    files: new Map([['overview.md', { path: 'overview.md', size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 }]]),
    contents: ['overview.md'],
    fingerprint: summary,
  });
}

const START = emptyModel({ root: '/registry', skillsFolder: 'skills', layout: 'registry' });

describe('what search is told', () => {
  it('is of the skills that are served, in the order of the keys', () => {
    const { snapshot } = nextModel(
      START,
      { upserted: [summedUp('cpp/a/one', 'First.'), summedUp('cpp/a/two', 'Second.')], removed: [] },
      NOW,
    );
    const documents = searchDocuments(snapshot.records, ['cpp/a/two', 'cpp/a/none', 'cpp/a/one']);
    expect(documents.map(({ summary }) => summary)).toEqual(['Second.', 'First.']);
  });

  it('has another revision where the summary or the files are others', () => {
    const revisionOf = (folder: SkillFolder) => {
      const { snapshot } = nextModel(START, { upserted: [folder], removed: [] }, NOW);
      return searchDocuments(snapshot.records, ['cpp/a/one'])[0]?.revision;
    };
    const first = summedUp('cpp/a/one', 'First.');
    expect(revisionOf({ ...first })).toBe(revisionOf(first));
    expect(revisionOf(summedUp('cpp/a/one', 'Second.'))).not.toBe(revisionOf(first));
    expect(revisionOf({ ...first, fingerprint: 'another' })).not.toBe(revisionOf(first));
  });
});

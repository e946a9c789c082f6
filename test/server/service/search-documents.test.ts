import { describe, expect, it } from 'vitest';
import { applyDelta } from '../../../src-server/registry/model/apply-delta.ts';
import {
  emptySnapshot,
  type RegistrySnapshot,
} from '../../../src-server/registry/model/registry-snapshot.ts';
import type { SkillFolder } from '../../../src-server/registry/model/skill.ts';
import { runToEnd } from '../../../src-server/run-in-slices.ts';
import {
  type DocumentsAhead,
  documentsAhead,
  searchDocuments,
} from '../../../src-server/service/search-documents.ts';
import { skillFolder } from '../../support/skill-folder.ts';
import { manifest } from '../../support/temporary-registry.ts';

const NOW = new Date('2026-03-04T05:06:07Z');

function summedUp(key: string, summary: string): SkillFolder {
  return skillFolder(key, {
    manifest: manifest(key, { summary }),
    files: new Map([['overview.md', { path: 'overview.md', size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 }]]),
    contents: ['overview.md'],
    fingerprint: summary,
  });
}

function snapshotAfter(before: RegistrySnapshot, ...upserted: SkillFolder[]): RegistrySnapshot {
  return applyDelta(before, { upserted, removed: [] }, NOW).snapshot;
}

const START = emptySnapshot({ root: '/registry', skillsFolder: 'skills', layout: 'registry' });
const KEYS = ['cpp/a/one', 'cpp/a/three', 'cpp/a/two'];

describe('documents that were made ahead', () => {
  it('are used of skills that are as they were, and made anew of those that changed since', () => {
    const part = snapshotAfter(START, summedUp('cpp/a/one', 'First.'), summedUp('cpp/a/two', 'Second.'));
    const ahead: DocumentsAhead = new Map();
    runToEnd(documentsAhead(part, ['cpp/a/one', 'cpp/a/two', 'cpp/a/none'], ahead));
    expect([...ahead.keys()]).toEqual(['cpp/a/one', 'cpp/a/two']);
    const whole = snapshotAfter(part, summedUp('cpp/a/two', 'Edited.'), summedUp('cpp/a/three', 'Third.'));
    const documents = runToEnd(searchDocuments(whole, KEYS, ahead));
    expect(documents).toEqual(runToEnd(searchDocuments(whole, KEYS)));
    expect(documents.map(({ summary }) => summary)).toEqual(['First.', 'Third.', 'Edited.']);
    expect(documents[0]).toBe(ahead.get('cpp/a/one')?.document);
  });

  it('are left out where the skill is gone', () => {
    const part = snapshotAfter(START, summedUp('cpp/a/one', 'First.'));
    const ahead: DocumentsAhead = new Map();
    runToEnd(documentsAhead(part, ['cpp/a/one'], ahead));
    const { snapshot } = applyDelta(part, { upserted: [], removed: ['skills/cpp/a/one'] }, NOW);
    expect(runToEnd(searchDocuments(snapshot, ['cpp/a/one'], ahead))).toEqual([]);
  });
});

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src-server/contract/diagnostic.ts';
import { parseIndexFile } from '../../../../src-server/registry/index-json.ts';
import type { ReadableFolder } from '../../../../src-server/registry/skill-folder.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import {
  type ContentsChange,
  modelAfter,
  type ServedModel,
  skillFolder,
} from '../../../support/skill-folder.ts';
import { manifest, skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const ENTRY = { key: KEY, version: '2.3.1', tags: ['old'], summary: 'Old.', extra: 1 };
const NOW = new Date('2026-03-04T05:06:07Z');

function indexText(entries: readonly object[], updatedAt = '2026-02-03T00:00:00Z'): string {
  return JSON.stringify({ schema: 'skills/v1', version: 3, updated_at: updatedAt, skills: entries });
}

/** The list's version of the library, after reading files that were written at these times, in seconds. */
async function versionAfterReading(
  changes: Readonly<Record<string, unknown>>,
  times: { readonly skill: number; readonly index: number },
): Promise<unknown> {
  const registry = temporaryFolder({
    ...skillFiles(`skills/${KEY}`, KEY, { version: '9.9.9', ...changes }),
    'index.json': indexText([ENTRY]),
  });
  utimesSync(join(registry, 'skills', KEY, 'skill.json'), times.skill, times.skill);
  utimesSync(join(registry, 'index.json'), times.index, times.index);
  const { index } = await readSnapshot(registry);
  return index.skills[0]?.version;
}

describe('of index.json and skill.json, read at a start', () => {
  const at = 1_700_000_000;

  it('index.json goes first where both were written at about the same time, as a checkout does', async () => {
    expect(await versionAfterReading({}, { skill: at + 59, index: at })).toBe('2.3.1');
    expect(await versionAfterReading({}, { skill: at, index: at })).toBe('2.3.1');
    expect(await versionAfterReading({}, { skill: at, index: at + 600 })).toBe('2.3.1');
  });

  it('skill.json goes first where its file is over a minute newer', async () => {
    expect(await versionAfterReading({}, { skill: at + 61, index: at })).toBe('9.9.9');
  });

  it('skill.json goes first where its "updated_at" is later, whatever the clock said when it was written', async () => {
    const changes = { updated_at: '2026-02-03T00:00:01Z' };
    expect(await versionAfterReading(changes, { skill: at - 1e6, index: at })).toBe('9.9.9');
  });

  it('index.json goes first where the "updated_at" of skill.json is no time', async () => {
    expect(await versionAfterReading({ updated_at: 'tomorrow' }, { skill: at, index: at })).toBe('2.3.1');
  });
});

function folder(changes: Readonly<Record<string, unknown>>, manifestMtimeMs = 1): ReadableFolder {
  return skillFolder(KEY, {
    manifest: manifest(KEY, changes),
    manifestMtimeMs,
  });
}

function indexFile(entries: readonly object[], updatedAt?: string): Pick<ContentsChange, 'indexFile'> {
  return { indexFile: parseIndexFile(indexText(entries, updatedAt), 1) };
}

/** A registry that was read with version 1.0.0 in skill.json, and then changed. */
function registryAfter(...changes: readonly ContentsChange[]): ServedModel {
  return modelAfter(NOW, { upserted: [folder({ version: '1.0.0' })], ...indexFile([ENTRY]) }, ...changes);
}

function found({ general, skills }: ServedModel): readonly Diagnostic[] {
  return [...general, ...[...skills.values()].flatMap(({ reading }) => reading)];
}

function staleCodes(model: ServedModel): readonly string[] {
  const codes = found(model).map(({ code }) => code);
  return codes.filter((code) => code === 'index-entry-stale' || code === 'index-entry-disagrees');
}

const EDITED = { upserted: [folder({ version: '9.9.9', tags: ['new'] })] };

describe('a skill.json that is edited while it is served', () => {
  it('says at once what the list says, and index.json fills what it leaves open', () => {
    const snapshot = registryAfter(EDITED);
    expect(snapshot.skills.get(KEY)?.entry).toMatchObject({ version: '9.9.9', tags: ['new'], extra: 1 });
    expect(registryAfter().skills.get(KEY)?.entry).toMatchObject({ version: '2.3.1', tags: ['old'] });
  });

  it('is told of with what mends the entry', () => {
    const stale = found(registryAfter(EDITED)).find(({ code }) => code === 'index-entry-stale');
    expect(stale).toMatchObject({
      skillKey: KEY,
      file: 'index.json',
      pointer: '/skills/0',
      message: 'skill.json is newer, and says another version, tags, summary.',
    });
    expect(staleCodes(registryAfter())).toEqual(['index-entry-disagrees']);
  });

  it('stays in front when its texts change, and when the rest of index.json is written anew', () => {
    const textChanged = { upserted: [folder({ version: '9.9.9' })] };
    const submitted = indexFile([ENTRY, { key: 'go/a/b' }], '2027-01-01T00:00:00Z');
    const snapshot = registryAfter(EDITED, textChanged, submitted);
    expect(snapshot.skills.get(KEY)?.entry).toMatchObject({ version: '9.9.9' });
  });

  it('gives way to an entry that is written after it', () => {
    const snapshot = registryAfter(EDITED, indexFile([{ ...ENTRY, version: '9.9.10' }]));
    expect(snapshot.skills.get(KEY)?.entry).toMatchObject({ version: '9.9.10' });
    expect(staleCodes(snapshot)).toEqual(['index-entry-disagrees']);
  });

  it('gives way to an entry that comes with it, as with a checkout of both', () => {
    const snapshot = registryAfter({ ...EDITED, ...indexFile([{ ...ENTRY, version: '9.9.10' }]) });
    expect(snapshot.skills.get(KEY)?.entry).toMatchObject({ version: '9.9.10' });
  });

  it('is not newer for being written anew with the same content', () => {
    const touched = { upserted: [folder({ version: '1.0.0' }, 2)] };
    expect(registryAfter(touched).skills.get(KEY)?.entry).toMatchObject({ version: '2.3.1' });
  });

  it('leaves nothing to say once the entry says the same', () => {
    const entry = { ...ENTRY, version: '9.9.9', tags: ['new'], summary: manifest(KEY)['summary'] };
    expect(staleCodes(registryAfter(EDITED, indexFile([entry])))).toEqual([]);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { agentSkillEntries, makeAgentSkillIndex } from '../../../src-server/http/agent-skill-index.ts';
import { nextModel } from '../../../src-server/registry/model/registry-model.ts';
import type { RegistrySnapshot } from '../../../src-server/registry/model/registry-snapshot.ts';
import { findSkill, readSkillContents } from '../../../src-server/registry/skill-texts.ts';
import type { ServedRegistry } from '../../../src-server/served-registry.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';

vi.mock('../../../src-server/registry/skill-texts.ts', { spy: true });
afterEach(() => void vi.restoreAllMocks());

const KEYS = Array.from({ length: 30 }, (_, number) => `cpp/author/lib${number}`);

/** Reads nothing, but counts who does. */
function countReads(snapshot: RegistrySnapshot) {
  const counts = { reads: 0, atOnce: 0, most: 0 };
  vi.mocked(readSkillContents).mockImplementation(async (_live, key) => {
    counts.reads += 1;
    counts.atOnce += 1;
    counts.most = Math.max(counts.most, counts.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    counts.atOnce -= 1;
    return { snapshot, skill: findSkill(snapshot, key), texts: new Map(), omitted: [], isSettled: true };
  });
  return counts;
}

describe('the index of agent skills', () => {
  it('reads few skills at a time', async () => {
    const snapshot = await readSnapshot(temporaryRegistry(KEYS));
    const counts = countReads(snapshot);
    const skills = agentSkillEntries({} as ServedRegistry);
    const { body } = await makeAgentSkillIndex(skills, snapshot);
    expect(JSON.parse(body.toString()).skills).toHaveLength(KEYS.length);
    expect(counts).toMatchObject({ reads: KEYS.length, most: 4 });
  });

  it('reads again only what changed', async () => {
    const before = await readSnapshot(temporaryRegistry(KEYS));
    const skills = agentSkillEntries({} as ServedRegistry);
    countReads(before);
    await makeAgentSkillIndex(skills, before);
    const [, changed] = [...before.skills.values()];
    const { key: _key, ...folder } = changed ?? expect.unreachable();
    const delta = { upserted: [folder], removed: ['skills/cpp/author/lib7'] };
    const { snapshot } = nextModel(before, delta, new Date());
    const counts = countReads(snapshot);
    const { body } = await makeAgentSkillIndex(skills, snapshot);
    expect(counts.reads).toBe(1);
    expect(JSON.parse(body.toString()).skills).toHaveLength(KEYS.length - 1);
  });
});

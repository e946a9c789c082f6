import type { IndexEntry, SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { agentSkillDescription, makeAgentSkillFiles } from '../registry/agent-skills/agent-skill-files.ts';
import type { AgentSkillNames } from '../registry/agent-skills/agent-skill-names.ts';
import { contentDigest } from '../registry/agent-skills/content-digest.ts';
import { makeTarGz } from '../registry/agent-skills/tar-gz.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { readSkillContents } from '../registry/skill-texts.ts';
import { runInSlices } from '../run-in-slices.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { type JoinedBody, joinPieces } from './body-pieces.ts';
import { PreparedBody } from './prepared-body.ts';
import { JSON_HEADERS } from './respond.ts';

export const AGENT_SKILLS_FOLDER = '/.well-known/agent-skills';
export const ARCHIVE_END = '.tar.gz';
/** Bounds memory: texts are read for digests. */
const SKILLS_AT_ONCE = 4;
const HEAD = '{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[';

interface DescribedSkill {
  readonly name: string;
  readonly json: Buffer;
}

/** Caches each skill's entry until its contents or name change. */
export class AgentSkillIndexMaker {
  private readonly served: ServedRegistry;
  private readonly names: AgentSkillNames;
  private readonly described = new WeakMap<IndexEntry, DescribedSkill>();

  constructor(served: ServedRegistry, names: AgentSkillNames) {
    this.served = served;
    this.names = names;
  }

  /** Leaves out unreadable skills; the body is then not settled. */
  async make(snapshot: RegistrySnapshot): Promise<PreparedBody> {
    this.names.follow(snapshot.skills);
    const keys = (await runInSlices(this.findUndescribed(snapshot))).values();
    const describeNext = async () => {
      for (const key of keys) await this.describe(snapshot, key);
    };
    await Promise.all(Array.from({ length: SKILLS_AT_ONCE }, describeNext));
    const { body, etag, count } = await runInSlices(this.join(snapshot));
    return new PreparedBody(body, JSON_HEADERS, etag, count === snapshot.entries.size);
  }

  private *findUndescribed({ entries }: RegistrySnapshot): Generator<void, readonly SkillKey[]> {
    const found: SkillKey[] = [];
    for (const [key, entry] of entries) {
      if (this.described.get(entry)?.name !== this.names.nameOf(key)) found.push(key);
      yield;
    }
    return found;
  }

  private async describe({ entries }: RegistrySnapshot, key: SkillKey): Promise<void> {
    const contents = await readSkillContents(this.served.live, key).catch(ignoreUnreadable);
    // With a file missing, the digest would match no later archive.
    if (contents?.isSettled !== true) return;
    const name = this.names.nameOf(key);
    const entry = contents.snapshot.entries.get(key);
    const json = JSON.stringify({
      name,
      type: 'archive',
      description: agentSkillDescription(key, entry),
      url: `${AGENT_SKILLS_FOLDER}/${name}${ARCHIVE_END}`,
      digest: contentDigest(makeTarGz(makeAgentSkillFiles(name, contents, entry))),
    });
    for (const owner of new Set([entry, entries.get(key)]))
      if (owner !== undefined) this.described.set(owner, { name, json: Buffer.from(json) });
  }

  private *join({ entries }: RegistrySnapshot): Generator<void, JoinedBody & { count: number }> {
    const pieces: Buffer[] = [Buffer.from(HEAD)];
    let count = 0;
    for (const entry of entries.values()) {
      const known = this.described.get(entry);
      if (known !== undefined) {
        pieces.push(...(count === 0 ? [] : [COMMA]), known.json);
        count += 1;
      }
      yield;
    }
    return { ...(yield* joinPieces([...pieces, Buffer.from(']}')])), count };
  }
}

const COMMA = Buffer.from(',');

function ignoreUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof ApiError && (error.code === 'skill_not_found' || error.code === 'unreadable');
  if (!isExpected) throw error;
}

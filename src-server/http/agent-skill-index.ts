import type { IndexEntry, SkillKey } from '../contract/api.ts';
import { ApiError } from '../contract/error-codes.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { readSkillContents } from '../registry/skill-texts.ts';
import { runInSlices } from '../run-in-slices.ts';
import type { ServedRegistry } from '../service/served-registry.ts';
import { agentSkillDescription, digestOf, makeSkillMarkdown } from './agent-skill.ts';
import type { AgentSkillNames } from './agent-skill-names.ts';
import { type JoinedBody, joinPieces } from './body-pieces.ts';
import { PreparedBody } from './prepared-body.ts';
import { JSON_HEADERS } from './respond.ts';

export const AGENT_SKILLS_FOLDER = '/.well-known/agent-skills';
/** Skills whose texts are held at once: each is read whole for its digest. */
const SKILLS_AT_ONCE = 4;
const HEAD = '{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[';

interface DescribedSkill {
  readonly name: string;
  /** Its part of the index. */
  readonly json: Buffer;
}

/** Makes the index of agent skills. A skill is read once for each state of it, and again where its name changes. */
export class AgentSkillIndexMaker {
  private readonly served: ServedRegistry;
  private readonly names: AgentSkillNames;
  private readonly described = new WeakMap<IndexEntry, DescribedSkill>();

  constructor(served: ServedRegistry, names: AgentSkillNames) {
    this.served = served;
    this.names = names;
  }

  async make(snapshot: RegistrySnapshot): Promise<PreparedBody> {
    await this.names.follow(snapshot.skills);
    const keys = (await runInSlices(this.findUndescribed(snapshot))).values();
    const describeNext = async () => {
      for (const key of keys) await this.describe(snapshot, key);
    };
    await Promise.all(Array.from({ length: SKILLS_AT_ONCE }, describeNext));
    const { body, etag } = await runInSlices(this.join(snapshot));
    return new PreparedBody(body, JSON_HEADERS, etag);
  }

  private *findUndescribed({ entries }: RegistrySnapshot): Generator<void, readonly SkillKey[]> {
    const found: SkillKey[] = [];
    for (const [key, entry] of entries) {
      if (this.described.get(entry)?.name !== this.names.nameOf(key)) found.push(key);
      yield;
    }
    return found;
  }

  /** A skill that vanished meanwhile is left out. */
  private async describe({ entries }: RegistrySnapshot, key: SkillKey): Promise<void> {
    const contents = await readSkillContents(this.served.live, key).catch(ignoreVanished);
    // What lacks a file for the moment would get a digest that no later answer has.
    if (contents?.isSettled !== true) return;
    const name = this.names.nameOf(key);
    const entry = contents.snapshot.entries.get(key);
    const json = JSON.stringify({
      name,
      type: 'skill-md',
      description: agentSkillDescription(key, entry),
      url: `${AGENT_SKILLS_FOLDER}/${name}/SKILL.md`,
      digest: digestOf(Buffer.from(makeSkillMarkdown(name, contents, entry))),
    });
    for (const owner of new Set([entry, entries.get(key)]))
      if (owner !== undefined) this.described.set(owner, { name, json: Buffer.from(json) });
  }

  private *join({ entries }: RegistrySnapshot): Generator<void, JoinedBody> {
    const pieces: Buffer[] = [Buffer.from(HEAD)];
    for (const entry of entries.values()) {
      const known = this.described.get(entry);
      if (known !== undefined) pieces.push(...(pieces.length === 1 ? [] : [COMMA]), known.json);
      yield;
    }
    return yield* joinPieces([...pieces, Buffer.from(']}')]);
  }
}

const COMMA = Buffer.from(',');

function ignoreVanished(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'skill_not_found') throw error;
}

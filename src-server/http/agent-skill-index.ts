import { agentSkillDescription, makeAgentSkillFiles } from '../registry/agent-skills/agent-skill-files.ts';
import { contentDigest } from '../registry/agent-skills/content-digest.ts';
import { makeTarGz } from '../registry/agent-skills/tar-gz.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { runInSlices } from '../run-in-slices.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { DescribedAgentSkills } from '../skill-answer/described-agent-skills.ts';
import { type JoinedBody, joinBody } from './body-pieces.ts';
import { PreparedBody } from './prepared-body.ts';
import { JSON_HEADERS } from './respond.ts';

export const AGENT_SKILLS_FOLDER = '/.well-known/agent-skills';
export const ARCHIVE_END = '.tar.gz';
const HEAD = '{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[';
const COMMA = Buffer.from(',');

type AgentSkillEntries = DescribedAgentSkills<Buffer>;

export function agentSkillEntries(served: ServedRegistry): AgentSkillEntries {
  return new DescribedAgentSkills(served, (name, contents, entry) =>
    Buffer.from(
      JSON.stringify({
        name,
        type: 'archive',
        description: agentSkillDescription(contents.skill.key, entry),
        url: `${AGENT_SKILLS_FOLDER}/${name}${ARCHIVE_END}`,
        digest: contentDigest(makeTarGz(makeAgentSkillFiles(name, contents, entry))),
      }),
    ),
  );
}

/** Without unreadable skills; then not settled. */
export async function makeAgentSkillIndex(
  skills: AgentSkillEntries,
  { skills: served, entries }: RegistrySnapshot,
): Promise<PreparedBody> {
  skills.names.follow(served);
  const described = await Promise.all(
    Array.from(entries, ([key, entry]) => skills.known(key, entry) ?? skills.describe(key, entry)),
  );
  const pieces = described.filter((json) => json !== undefined);
  const { body, etag } = await runInSlices(joinEntries(pieces));
  return new PreparedBody(body, JSON_HEADERS, etag, pieces.length === entries.size);
}

function* joinEntries(entries: readonly Buffer[]): Generator<void, JoinedBody> {
  const pieces = entries.flatMap((json, number) => (number === 0 ? [json] : [COMMA, json]));
  return yield* joinBody([Buffer.from(HEAD), ...pieces, Buffer.from(']}')]);
}

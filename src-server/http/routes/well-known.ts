import type { SkillKey } from '../../contract/api.ts';
import { ApiError } from '../../contract/error-codes.ts';
import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { agentSkillDescription, agentSkillNames, digestOf, makeSkillMarkdown } from '../agent-skill.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, RAW_TEXT_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';

const FOLDER = '/.well-known/agent-skills';
const MARKDOWN_HEADERS = { ...RAW_TEXT_HEADERS, 'Content-Type': 'text/markdown; charset=utf-8' };

/** Agent Skills Discovery 0.2.0: the index, and each skill as one SKILL.md. */
export function wellKnownRoutes(served: ServedRegistry, cache: BodyCache): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `${FOLDER}/index.json`,
      async handle(request, response) {
        const snapshot = served.live.snapshot();
        const body = await cache.getOrMake(snapshot, 'agent-skills', () => makeIndex(served));
        await sendPrepared(request, response, body);
      },
    },
    {
      method: 'GET',
      path: `${FOLDER}/:name/SKILL.md`,
      async handle(request, response, tell) {
        const name = pathParameter(request, 'name');
        const key = agentSkillNames(served.live.snapshot()).get(name);
        if (key === undefined) {
          throw new ApiError(
            'route_not_found',
            `There is no agent skill '${name}'. ${FOLDER}/index.json lists them.`,
          );
        }
        tell({ target: key, skillKey: key });
        await sendPrepared(request, response, await prepareMarkdown(served, cache, name, key));
      },
    },
  ];
}

async function makeIndex(served: ServedRegistry): Promise<PreparedBody> {
  const snapshot = served.live.snapshot();
  const skills = [];
  for (const [name, key] of agentSkillNames(snapshot)) {
    const contents = await readSkillContents(served.live, key).catch(ignoreVanished);
    if (contents === undefined) continue;
    const entry = contents.snapshot.entries.get(key);
    skills.push({
      name,
      type: 'skill-md',
      description: agentSkillDescription(key, entry),
      url: `${FOLDER}/${name}/SKILL.md`,
      digest: digestOf(Buffer.from(makeSkillMarkdown(name, contents, entry))),
    });
  }
  const index = { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills };
  return new PreparedBody(Buffer.from(JSON.stringify(index)), JSON_HEADERS);
}

async function prepareMarkdown(
  served: ServedRegistry,
  cache: BodyCache,
  name: string,
  key: SkillKey,
): Promise<PreparedBody> {
  const known = served.live.snapshot().entries.get(key);
  const prepared = known === undefined ? undefined : cache.get(known, 'agent-skill');
  if (prepared !== undefined) return prepared;
  const contents = await readSkillContents(served.live, key);
  const entry = contents.snapshot.entries.get(key);
  return cache.getOrMake(entry ?? contents.skill, 'agent-skill', async () => {
    return new PreparedBody(Buffer.from(makeSkillMarkdown(name, contents, entry)), MARKDOWN_HEADERS);
  });
}

/** A skill that vanished while the index was made is left out of it. */
function ignoreVanished(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'skill_not_found') throw error;
}

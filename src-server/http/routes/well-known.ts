import type { SkillKey } from '../../contract/api.ts';
import { ApiError } from '../../contract/error-codes.ts';
import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { makeSkillMarkdown } from '../agent-skill.ts';
import { AGENT_SKILLS_FOLDER, AgentSkillIndexMaker } from '../agent-skill-index.ts';
import { AgentSkillNames } from '../agent-skill-names.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { SharedWork } from '../shared-work.ts';

/** The index's name in the cache. */
const INDEX = 'agent-skills';

const MARKDOWN_HEADERS = { ...RAW_TEXT_HEADERS, 'Content-Type': 'text/markdown; charset=utf-8' };

/** Agent Skills Discovery 0.2.0: the index, and each skill as one SKILL.md. */
export function wellKnownRoutes(served: ServedRegistry, cache: BodyCache): readonly Route[] {
  const names = new AgentSkillNames();
  const maker = new AgentSkillIndexMaker(served, names);
  const making = new SharedWork<PreparedBody>();
  return [
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/index.json`,
      async handle(request, response) {
        const snapshot = served.live.snapshot();
        const body =
          cache.get(snapshot, INDEX) ??
          (await making.run(snapshot, INDEX, () => prepareIndex(maker, cache, snapshot)));
        await sendPrepared(request, response, body);
      },
    },
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/:name/SKILL.md`,
      async handle(request, response, tell) {
        const name = pathParameter(request, 'name');
        await names.follow(served.live.snapshot().skills);
        const key = names.keyOf(name);
        if (key === undefined) {
          throw new ApiError(
            'route_not_found',
            `There is no agent skill '${name}'. ${AGENT_SKILLS_FOLDER}/index.json lists them.`,
          );
        }
        tell({ target: key, skillKey: key });
        await sendPrepared(request, response, await prepareMarkdown(served, cache, name, key));
      },
    },
  ];
}

/** An index that lacks a skill is for those who wait for it, and for nobody later. */
async function prepareIndex(
  maker: AgentSkillIndexMaker,
  cache: BodyCache,
  snapshot: RegistrySnapshot,
): Promise<PreparedBody> {
  const { body, isComplete } = await maker.make(snapshot);
  return isComplete ? cache.getOrMake(snapshot, INDEX, async () => body) : body;
}

/** The name stands in the text: a skill that others make take another name gets another body. */
async function prepareMarkdown(
  served: ServedRegistry,
  cache: BodyCache,
  name: string,
  key: SkillKey,
): Promise<PreparedBody> {
  const kind = `agent-skill/${name}`;
  const known = served.live.snapshot().entries.get(key);
  const prepared = known === undefined ? undefined : cache.get(known, kind);
  if (prepared !== undefined) return prepared;
  const contents = await readSkillContents(served.live, key);
  const entry = contents.snapshot.entries.get(key);
  const body = new PreparedBody(Buffer.from(makeSkillMarkdown(name, contents, entry)), MARKDOWN_HEADERS);
  return contents.isSettled ? cache.getOrMake(entry ?? contents.skill, kind, async () => body) : body;
}

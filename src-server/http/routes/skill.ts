import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { makeSkillBody } from '../skill-body.ts';

/** `GET /v1/skills/:lang/:author/:name`: skill.json with the texts of its files. */
export function skillRoute(served: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    async handle(request, response, tell) {
      const key = requestedKey(request);
      tell({ target: key, skillKey: key });
      const entry = served.live.snapshot().entries.get(key);
      const prepared = entry === undefined ? undefined : cache.get(entry, 'skill');
      const body = prepared ?? (await prepareSkill(served, cache, key));
      tell({ tokens: tokensOf.get(body) ?? 0 });
      await sendPrepared(request, response, body);
    },
  };
}

/** The key that a path under `/v1/skills/` names. */
export function requestedKey(request: Parameters<Route['handle']>[0]): string {
  return `${pathParameter(request, 'lang')}/${pathParameter(request, 'author')}/${pathParameter(request, 'name')}`;
}

/** Tokens of all texts of a body, for the activity list. */
const tokensOf = new WeakMap<PreparedBody, number>();

async function prepareSkill(served: ServedRegistry, cache: BodyCache, key: string): Promise<PreparedBody> {
  const contents = await readSkillContents(served.live, key);
  const entry = contents.snapshot.entries.get(key);
  return cache.getOrMake(entry ?? contents.skill, 'skill', async () => {
    const texts = [...contents.texts.values()].map((text) => text.toString('utf8'));
    const tokens = await served.tokens.measure(texts);
    const skill = makeSkillBody(contents, entry, tokens);
    const body = new PreparedBody(Buffer.from(JSON.stringify(skill)), JSON_HEADERS);
    const total = tokens.reduce((sum, count) => sum + count.tokens, 0);
    tokensOf.set(body, total);
    return body;
  });
}

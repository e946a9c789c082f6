import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
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
      const known = served.live.snapshot().skills.get(key);
      const prepared = known === undefined ? undefined : cache.get(known, 'skill');
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
  return cache.getOrMake(contents.skill, 'skill', async () => {
    const tokens = await served.tokens.count(
      [...contents.texts.values()].map((text) => text.toString('utf8')),
    );
    const entry = contents.snapshot.index.skills.find((candidate) => candidate.key === key);
    const body = new PreparedBody(
      Buffer.from(JSON.stringify(makeSkillBody(contents, entry, tokens))),
      JSON_HEADERS,
    );
    tokensOf.set(
      body,
      tokens.reduce((sum, count) => sum + count, 0),
    );
    return body;
  });
}

import type { FirstTokens, TokensResponse } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { filesToReadFirst } from '../../contract/api/files-to-read-first.ts';
import { tokensQuery } from '../../contract/schemas/queries.ts';
import { tokensResponse } from '../../contract/schemas/skills.ts';
import { readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { readSkillSection } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

/**
 * Tokens of required reading, counted on request: minutes for a large registry. Cached while the skill is
 * unchanged.
 */
export function tokensRoute(served: ServedRegistry): Route {
  const known = new WeakMap<Skill, Promise<FirstTokens | undefined>>();
  const tokensOf = (skill: Skill) => {
    const counted = known.get(skill) ?? countFirst(served, skill, () => known.delete(skill));
    known.set(skill, counted);
    return counted;
  };
  return defineRoute({
    method: 'GET',
    path: '/v1/tokens',
    id: 'getTokens',
    summary: 'What the files to read first cost',
    tag: 'service',
    query: tokensQuery,
    responses: { 200: { description: 'Tokens by key.', schema: tokensResponse } },
    errors: QUERY_ERRORS,
    async handle({ response, query }) {
      const keys = [query().key].flat();
      const { skills } = served.live.snapshot();
      const tokens = new Map<string, FirstTokens>();
      for (const key of keys) {
        const skill = skills.get(key);
        const counted = skill === undefined ? undefined : await tokensOf(skill);
        if (counted !== undefined) tokens.set(key, counted);
      }
      const body: TokensResponse = { tokens: Object.fromEntries(tokens) };
      sendJson(response, body);
    },
  });
}

/**
 * Undefined if incomplete.
 *
 * @param forget called unless cacheable
 */
async function countFirst(
  { live, tokens }: ServedRegistry,
  skill: Skill,
  forget: () => void,
): Promise<FirstTokens | undefined> {
  const first = filesToReadFirst(readingOrder(skill));
  try {
    const sections = await Promise.all(first.map(({ file }) => readSkillSection(live, skill.key, file.path)));
    const counts = await tokens.measure(sections.map(({ text }) => text.toString('utf8')));
    const counted: FirstTokens = {
      first: counts.reduce((sum, count) => sum + count.tokens, 0),
      ...(counts.some(({ isEstimate }) => isEstimate) && { estimated: true }),
    };
    if (!sections.every((section) => section.isSettled && section.skill === skill)) forget();
    return counted;
  } catch (error) {
    forget();
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

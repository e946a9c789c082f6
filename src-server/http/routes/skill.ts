import type { Response } from 'express';
import type { FullSkill, IndexEntry } from '../../contract/api/api.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import type { Infer } from '../../contract/schema-types.ts';
import { skillQuery } from '../../contract/schemas/queries.ts';
import { fullSkill } from '../../contract/schemas/skills.ts';
import { leftOutFiles } from '../../registry/model/left-out-files.ts';
import { servedFields } from '../../registry/model/served-fields.ts';
import { findSkill, readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { computeFacts } from '../../validation/compute-facts.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { callerGone, defineRoute, keyParameter, type Route } from '../route.ts';
import { JSON_HEADERS, MARKDOWN_HEADERS, sendPrepared } from '../send.ts';

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const VARY = { Vary: 'Accept, Accept-Encoding' };

/** skill.json with texts, or Markdown within a token budget. */
export function skillRoute(served: ServedRegistry, bodies: BodyCache): Route {
  const answers = new SkillAnswers(served, bodies);
  return defineRoute({
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    id: 'getSkill',
    summary: 'One skill with the texts of its files',
    description:
      'With `Accept: text/markdown`: one text within `max_tokens`, pitfalls and safety rules first, and first of all the sections that answer `query`.',
    tag: 'skills',
    query: skillQuery,
    responses: {
      200: {
        description: 'skill.json, with `_contents`, `_computed` and `_tokens`.',
        schema: fullSkill,
        types: [JSON_TYPE, MARKDOWN_TYPE],
      },
    },
    isConditional: true,
    errors: ['bad_request', 'bad_query', 'skill_not_found', 'unreadable', 'registry_unavailable', 'internal'],
    async handle({ request, response, query, record }) {
      const key = keyParameter(request);
      record({ target: key, skillKey: key });
      const isMarkdown = request.accepts([JSON_TYPE, MARKDOWN_TYPE]) === MARKDOWN_TYPE;
      const { body, tokens } = isMarkdown
        ? await answers.markdown(key, query(), response)
        : await answers.json(key);
      record({ tokens });
      await sendPrepared(request, response, body);
    },
  });
}

interface SkillAnswer {
  readonly body: PreparedBody;
  /** For the activity list. */
  readonly tokens: number;
}

class SkillAnswers {
  readonly #served: ServedRegistry;
  readonly #bodies: BodyCache;
  readonly #tokens = new WeakMap<PreparedBody, number>();

  constructor(served: ServedRegistry, bodies: BodyCache) {
    this.#served = served;
    this.#bodies = bodies;
  }

  async json(key: string): Promise<SkillAnswer> {
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const body = await this.#bodies.getOrMake(owner, `skill ${key}`, () => this.#make(key, owner));
    return { body, tokens: this.#tokens.get(body) ?? 0 };
  }

  async markdown(
    key: string,
    { max_tokens: budget, ...query }: Infer<typeof skillQuery>,
    response: Response,
  ): Promise<SkillAnswer> {
    const { text, tokens } = await fittedSkill(this.#served, key, {
      ...query,
      ...(budget !== undefined && { budget: Number(budget) }),
      signal: callerGone(response),
    });
    return { body: new PreparedBody(Buffer.from(text), { ...MARKDOWN_HEADERS, ...VARY }), tokens };
  }

  async #make(key: string, owner: object): Promise<PreparedBody> {
    const contents = await readSkillContents(this.#served.live, key);
    const entry = contents.snapshot.entries.get(key);
    const texts = new Map(
      Array.from(contents.texts, ([path, text]) => [path, text.toString('utf8')] as const),
    );
    const counts = await this.#served.tokens.measure([...texts.values()]);
    const skill = { ...skillFields(contents, entry, counts), _contents: Object.fromEntries(texts) };
    const isSettled = contents.isSettled && (entry ?? contents.skill) === owner;
    const body = new PreparedBody(
      Buffer.from(JSON.stringify(skill)),
      { ...JSON_HEADERS, ...VARY },
      isSettled,
    );
    this.#tokens.set(
      body,
      counts.reduce((sum, count) => sum + count.tokens, 0),
    );
    return body;
  }
}

/**
 * Computed fields replace others.
 *
 * @param tokens in order of `contents.texts`
 */
function skillFields(
  { skill, texts, omitted }: SkillContents,
  entry: IndexEntry | undefined,
  tokens: readonly TokenCount[],
): Omit<FullSkill, '_contents'> {
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    ...fields
  } = servedFields(skill, entry);
  const paths = [...texts.keys()];
  const reasons = [...leftOutFiles(skill), ...omitted.map(({ path, reason }) => [path, reason] as const)];
  const estimated = paths.filter((_, index) => tokens[index]?.isEstimate);
  return {
    ...fields,
    ...layerFields(entry),
    _computed: computeFacts({ manifest: skill.manifest, files: [...skill.files.values()] }, fields),
    _tokens: Object.fromEntries(paths.map((path, index) => [path, tokens[index]?.tokens ?? 0])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
    ...(reasons.length > 0 && { _omitted: Object.fromEntries(reasons) }),
  };
}

function layerFields({
  _registry,
  _shadows,
}: Partial<IndexEntry> = {}): Pick<FullSkill, '_registry' | '_shadows'> {
  return {
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
  };
}

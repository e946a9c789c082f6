import type { ServerResponse } from 'node:http';
import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import { SKILL_MARKDOWN } from '../../contract/words/skill-markdown.ts';
import { makeAgentSkillFiles } from '../../registry/agent-skills/agent-skill-files.ts';
import type { AgentSkillNames } from '../../registry/agent-skills/agent-skill-names.ts';
import { makeTarGz } from '../../registry/agent-skills/tar-gz.ts';
import { findSkill, readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import {
  AGENT_SKILLS_FOLDER,
  ARCHIVE_END,
  agentSkillEntries,
  makeAgentSkillIndex,
} from '../agent-skill-index.ts';
import type { AnswerBudget } from '../answer-budget.ts';
import type { BodyCache } from '../body-cache.ts';
import { callerGone } from '../caller-gone.ts';
import { PreparedBody } from '../prepared-body.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { isStillOf, makingBytes } from './skill.ts';

const INDEX = 'agent-skills';

const MARKDOWN_HEADERS = { ...RAW_TEXT_HEADERS, 'Content-Type': 'text/markdown; charset=utf-8' };

const ARCHIVE_HEADERS = { ...SECURITY_HEADERS, 'Content-Type': 'application/gzip' };

/** Agent Skills Discovery 0.2.0. */
export function wellKnownRoutes(
  served: ServedRegistry,
  cache: BodyCache,
  budget: AnswerBudget,
): readonly Route[] {
  const skills = agentSkillEntries(served);
  const { names } = skills;
  const bodies = new AgentSkillBodies(served, cache, budget);
  return [
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/index.json`,
      async handle(request, response) {
        const snapshot = served.live.snapshot();
        const body =
          cache.get(snapshot, INDEX) ??
          (await cache.getOrMake(snapshot, INDEX, () => makeAgentSkillIndex(skills, snapshot)));
        await sendPrepared(request, response, body);
      },
    },
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/:archive`,
      async handle(request, response, record) {
        const archive = pathParameter(request, 'archive');
        const name = archive.endsWith(ARCHIVE_END) ? archive.slice(0, -ARCHIVE_END.length) : '';
        const key = keyOf(served, names, name, archive);
        record({ target: key, skillKey: key });
        const make = (contents: SkillContents, entry: IndexEntry | undefined) => ({
          body: makeTarGz(makeAgentSkillFiles(name, contents, entry)),
          headers: ARCHIVE_HEADERS,
        });
        const body = await bodies.of(key, archive, make, response);
        await sendPrepared(request, response, body);
      },
    },
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/:name/*section`,
      async handle(request, response, record) {
        const name = pathParameter(request, 'name');
        const path = pathParameter(request, 'section');
        const key = keyOf(served, names, name, `${name}/${path}`);
        record({ target: `${key}/${path}`, skillKey: key });
        const headers = path === SKILL_MARKDOWN ? MARKDOWN_HEADERS : RAW_TEXT_HEADERS;
        const make = (contents: SkillContents, entry: IndexEntry | undefined) => {
          const file = makeAgentSkillFiles(name, contents, entry).get(path);
          if (file === undefined) throw notFound(`${name}/${path}`);
          return { body: file, headers };
        };
        const body = await bodies.of(key, `${name}/${path}`, make, response);
        await sendPrepared(request, response, body);
      },
    },
  ];
}

/** Throws `route_not_found`. */
function keyOf(served: ServedRegistry, names: AgentSkillNames, name: string, asked: string): SkillKey {
  names.follow(served.live.snapshot().skills);
  const key = names.keyOf(name);
  if (key === undefined) throw notFound(asked);
  return key;
}

function notFound(asked: string): ApiError {
  return new ApiError(
    'route_not_found',
    `There is no agent skill at '${asked}'. ${AGENT_SKILLS_FOLDER}/index.json lists them.`,
  );
}

type MakeFile = (
  contents: SkillContents,
  entry: IndexEntry | undefined,
) => { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** By requested path: texts contain the agent skill's name, which other skills can change. */
class AgentSkillBodies {
  readonly #served: ServedRegistry;
  readonly #cache: BodyCache;
  readonly #budget: AnswerBudget;

  constructor(served: ServedRegistry, cache: BodyCache, budget: AnswerBudget) {
    this.#served = served;
    this.#cache = cache;
    this.#budget = budget;
  }

  async of(key: SkillKey, asked: string, make: MakeFile, response: ServerResponse): Promise<PreparedBody> {
    const kind = `agent-skill/${asked}`;
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const work = (unwanted: AbortSignal) =>
      this.#budget.make(makingBytes(skill), () => this.#make(key, owner, make), unwanted);
    return this.#cache.get(owner, kind) ?? this.#cache.getOrMake(owner, kind, work, callerGone(response));
  }

  async #make(key: SkillKey, owner: object, make: MakeFile): Promise<PreparedBody> {
    const contents = await readSkillContents(this.#served.live, key);
    const entry = contents.snapshot.entries.get(key);
    const { body, headers } = make(contents, entry);
    return new PreparedBody(body, headers, undefined, isStillOf(owner, contents, entry));
  }
}

import type { ServerResponse } from 'node:http';
import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { SKILL_MARKDOWN } from '../../contract/words/skill-markdown.ts';
import { makeAgentSkillFiles } from '../../registry/agent-skills/agent-skill-files.ts';
import { AgentSkillNames } from '../../registry/agent-skills/agent-skill-names.ts';
import { makeTarGz } from '../../registry/agent-skills/tar-gz.ts';
import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import { answerBytes, findSkill, readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { AGENT_SKILLS_FOLDER, AgentSkillIndexMaker, ARCHIVE_END } from '../agent-skill-index.ts';
import type { BodyCache } from '../body-cache.ts';
import { ByteGate } from '../byte-gate.ts';
import { callerGone } from '../caller-gone.ts';
import type { HeldBodies } from '../held-bodies.ts';
import { PreparedBody } from '../prepared-body.ts';
import { RAW_TEXT_HEADERS, SECURITY_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { SharedWork } from '../shared-work.ts';
import { MAKING_BYTES } from './skill.ts';

/** The index's name in the cache. */
const INDEX = 'agent-skills';

const MARKDOWN_HEADERS = { ...RAW_TEXT_HEADERS, 'Content-Type': 'text/markdown; charset=utf-8' };

const ARCHIVE_HEADERS = { ...SECURITY_HEADERS, 'Content-Type': 'application/gzip' };

/** Agent Skills Discovery 0.2.0: the index, and each skill as an archive and as a folder of files. */
export function wellKnownRoutes(
  served: ServedRegistry,
  cache: BodyCache,
  held: HeldBodies,
): readonly Route[] {
  const names = new AgentSkillNames();
  const maker = new AgentSkillIndexMaker(served, names);
  const making = new SharedWork<PreparedBody>();
  const bodies = new AgentSkillBodies(served, cache);
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
      path: `${AGENT_SKILLS_FOLDER}/:archive`,
      async handle(request, response, tell) {
        const archive = pathParameter(request, 'archive');
        const name = archive.endsWith(ARCHIVE_END) ? archive.slice(0, -ARCHIVE_END.length) : '';
        const key = keyOf(served, names, name, archive);
        tell({ target: key, skillKey: key });
        const make = (contents: SkillContents, entry: IndexEntry | undefined) =>
          new PreparedBody(makeTarGz(makeAgentSkillFiles(name, contents, entry)), ARCHIVE_HEADERS);
        const body = await bodies.of(key, archive, make, response);
        held.hold(body, response);
        await sendPrepared(request, response, body);
      },
    },
    {
      method: 'GET',
      path: `${AGENT_SKILLS_FOLDER}/:name/*section`,
      async handle(request, response, tell) {
        const name = pathParameter(request, 'name');
        const path = pathParameter(request, 'section');
        const key = keyOf(served, names, name, `${name}/${path}`);
        tell({ target: `${key}/${path}`, skillKey: key });
        const headers = path === SKILL_MARKDOWN ? MARKDOWN_HEADERS : RAW_TEXT_HEADERS;
        const make = (contents: SkillContents, entry: IndexEntry | undefined) => {
          const file = makeAgentSkillFiles(name, contents, entry).get(path);
          if (file === undefined) throw notFound(`${name}/${path}`);
          return new PreparedBody(file, headers);
        };
        const body = await bodies.of(key, `${name}/${path}`, make, response);
        held.hold(body, response);
        await sendPrepared(request, response, body);
      },
    },
  ];
}

/** The key of an agent skill's name. Throws `route_not_found`. */
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

/** An index that lacks a skill is for those who wait for it, and for nobody later. */
async function prepareIndex(
  maker: AgentSkillIndexMaker,
  cache: BodyCache,
  snapshot: RegistrySnapshot,
): Promise<PreparedBody> {
  const { body, isComplete } = await maker.make(snapshot);
  return isComplete ? cache.getOrMake(snapshot, INDEX, async () => body) : body;
}

type MakeBody = (contents: SkillContents, entry: IndexEntry | undefined) => PreparedBody;

/**
 * Bodies that are made of a skill's contents, each once for all who wait for it, and not too many large ones at a time.
 * They are kept under what was asked for: the agent skill's name stands in its texts, and a skill that others make take
 * another name gets another body.
 */
class AgentSkillBodies {
  readonly #served: ServedRegistry;
  readonly #cache: BodyCache;
  readonly #making = new SharedWork<PreparedBody>();
  readonly #gate = new ByteGate(MAKING_BYTES);

  constructor(served: ServedRegistry, cache: BodyCache) {
    this.#served = served;
    this.#cache = cache;
  }

  async of(key: SkillKey, asked: string, make: MakeBody, response: ServerResponse): Promise<PreparedBody> {
    const kind = `agent-skill/${asked}`;
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const known = this.#cache.get(owner, kind);
    if (known !== undefined) return known;
    const work = (unwanted: AbortSignal) =>
      this.#gate.run(answerBytes(skill), () => this.#make(key, kind, make), unwanted);
    return this.#making.run(owner, kind, work, callerGone(response));
  }

  async #make(key: SkillKey, kind: string, make: MakeBody): Promise<PreparedBody> {
    const contents = await readSkillContents(this.#served.live, key);
    const entry = contents.snapshot.entries.get(key);
    const body = make(contents, entry);
    return contents.isSettled ? this.#cache.getOrMake(entry ?? contents.skill, kind, async () => body) : body;
  }
}

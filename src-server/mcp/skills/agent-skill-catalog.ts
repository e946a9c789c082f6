import type { IndexEntry, SkillKey } from '../../contract/api.ts';
import { ApiError } from '../../contract/error-codes.ts';
import {
  agentSkillDescription,
  makeAgentSkillFiles,
  SKILL_MARKDOWN,
} from '../../registry/agent-skills/agent-skill-files.ts';
import { AgentSkillNames } from '../../registry/agent-skills/agent-skill-names.ts';
import { contentDigest } from '../../registry/agent-skills/content-digest.ts';
import { readSkillContents } from '../../registry/skill-texts.ts';
import { Turns } from '../../search/find/turns.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';

/** Skills of one page: each is read whole for its digests. */
const PAGE_SKILLS = 25;
/** Skills whose texts are held at once, whoever asked for them. */
const SKILLS_AT_ONCE = 4;
const SCHEME = 'skill://';

/** A skill as the protocol's extension lists it (SEP-2640): its front matter, and each of its files with a digest. */
export interface AgentSkillEntry {
  /** Of its SKILL.md. */
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

interface KnownEntry {
  readonly name: string;
  readonly listed: AgentSkillEntry;
}

/** The skills over MCP: `skill://cpp-gabime-spdlog/SKILL.md`, and the knowledge files beside it. */
export class AgentSkillCatalog {
  readonly #served: ServedRegistry;
  readonly #names = new AgentSkillNames();
  readonly #turns = new Turns(SKILLS_AT_ONCE);
  /** A skill is read once for each state of it, and again where its name changes. */
  readonly #known = new WeakMap<IndexEntry, KnownEntry>();

  constructor(served: ServedRegistry) {
    this.#served = served;
  }

  /** `skills/list`: one page, by key. One that can't be read now is left out. The cursor is the last key. */
  async list(params: McpObject): Promise<McpObject> {
    const { skills } = await this.#follow();
    const keys = [...skills.keys()];
    const start = startAfter(keys, params['cursor']);
    const page = keys.slice(start, start + PAGE_SKILLS);
    const entries = await Promise.all(page.map((key) => this.#describe(key)));
    const last = page.at(-1);
    const isMore = last !== undefined && start + PAGE_SKILLS < keys.length;
    return {
      skills: entries.filter((entry) => entry !== undefined),
      ...(isMore && { nextCursor: Buffer.from(last).toString('base64url') }),
    };
  }

  /** `skills/get`: the skill whose SKILL.md has this address. Rejects with `McpError` where there is none. */
  async get(uri: string): Promise<McpObject> {
    const address = await this.#parse(uri);
    const skill = address?.file === SKILL_MARKDOWN ? await this.#describe(address.key) : undefined;
    if (skill === undefined) throw new McpError(INVALID_PARAMS, `No skill is served at ${uri}.`, { uri });
    return { skill };
  }

  /** The text of a file of an agent skill; undefined where the address is none of one. */
  async read(
    uri: string,
  ): Promise<{ readonly key: SkillKey; readonly file: string; readonly text: string } | undefined> {
    const address = await this.#parse(uri);
    if (address === undefined) return undefined;
    const { key, name, file } = address;
    const text = await this.#turns.take(async () => {
      const contents = await readSkillContents(this.#served.live, key);
      const files = makeAgentSkillFiles(name, contents, contents.snapshot.entries.get(key));
      return files.get(file)?.toString('utf8');
    });
    return text === undefined ? undefined : { key, file, text };
  }

  async #follow() {
    const snapshot = this.#served.live.snapshot();
    await this.#names.follow(snapshot.skills);
    return snapshot;
  }

  async #parse(uri: string) {
    if (!uri.startsWith(SCHEME)) return undefined;
    await this.#follow();
    const [name = '', ...segments] = uri.slice(SCHEME.length).split('/');
    const key = this.#names.keyOf(name);
    if (key === undefined) return undefined;
    try {
      return { key, name, file: segments.map(decodeURIComponent).join('/') };
    } catch {
      return undefined;
    }
  }

  #describe(key: SkillKey): Promise<AgentSkillEntry | undefined> {
    return this.#turns.take(() => this.#describeNow(key));
  }

  async #describeNow(key: SkillKey): Promise<AgentSkillEntry | undefined> {
    const name = this.#names.nameOf(key);
    const present = this.#served.live.snapshot().entries.get(key);
    const known = present && this.#known.get(present);
    if (known?.name === name) return known.listed;
    const contents = await readSkillContents(this.#served.live, key).catch(ignoreUnreadable);
    // What lacks a file for the moment would get digests that no later answer has.
    if (contents?.isSettled !== true) return undefined;
    const entry = contents.snapshot.entries.get(key);
    const files = [...makeAgentSkillFiles(name, contents, entry)];
    const listed: AgentSkillEntry = {
      uri: `${SCHEME}${name}/${SKILL_MARKDOWN}`,
      frontmatter: { name, description: agentSkillDescription(key, entry) },
      resources: files
        .map(([path, content]) => ({
          uri: `${SCHEME}${name}/${path.split('/').map(encodeURIComponent).join('/')}`,
          digest: contentDigest(content),
          size: content.length,
        }))
        .sort((a, b) => (a.uri < b.uri ? -1 : 1)),
    };
    if (entry !== undefined) this.#known.set(entry, { name, listed });
    return listed;
  }
}

/** The place after the cursor's key; skills may have come or gone since it was given. */
function startAfter(keys: readonly string[], cursor: unknown): number {
  if (cursor === undefined) return 0;
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  if (last.split('/').length !== 3) throw new McpError(INVALID_PARAMS, 'The cursor is none of this server.');
  const exact = keys.indexOf(last);
  const after = exact >= 0 ? exact + 1 : keys.findIndex((key) => key > last);
  return after < 0 ? keys.length : after;
}

function ignoreUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof ApiError && (error.code === 'skill_not_found' || error.code === 'unreadable');
  if (!isExpected) throw error;
}

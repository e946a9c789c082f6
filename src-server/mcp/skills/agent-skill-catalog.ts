import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { escapeHidden } from '../../contract/words/printable.ts';
import { SKILL_MARKDOWN } from '../../contract/words/skill-markdown.ts';
import { agentSkillFrontMatter, makeAgentSkillFiles } from '../../registry/agent-skills/agent-skill-files.ts';
import { AgentSkillNames } from '../../registry/agent-skills/agent-skill-names.ts';
import { contentDigest } from '../../registry/agent-skills/content-digest.ts';
import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { Turns } from '../../turns.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { keyPage } from '../key-page.ts';

/** Page limits: files are read for digests. */
const PAGE_SKILLS = 25;
const PAGE_FILES = 500;
/** Bounds memory across all requests. */
const SKILLS_AT_ONCE = 4;
const SCHEME = 'skill://';

/** SEP-2640. */
export interface AgentSkillEntry {
  /** Of SKILL.md. */
  readonly uri: string;
  readonly frontmatter: ReturnType<typeof agentSkillFrontMatter>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

interface KnownEntry {
  readonly name: string;
  readonly listed: AgentSkillEntry;
}

/** `skill://cpp-gabime-spdlog/SKILL.md` and the knowledge files beside. */
export class AgentSkillCatalog {
  readonly #served: ServedRegistry;
  readonly #names = new AgentSkillNames();
  readonly #turns = new Turns(SKILLS_AT_ONCE);
  /** Made again if the name changes. */
  readonly #known = new WeakMap<IndexEntry, KnownEntry>();

  constructor(served: ServedRegistry) {
    this.#served = served;
  }

  /** `skills/list`, without unreadable skills. */
  async list(params: McpObject, signal?: AbortSignal): Promise<McpObject> {
    const { skills } = this.#follow();
    const page = keyPage([...skills.keys()], params['cursor'], {
      ...{ most: PAGE_SKILLS, mostWeight: PAGE_FILES },
      weightOf: (key) => skills.get(key)?.files.size ?? 0,
    });
    const entries = await Promise.all(page.keys.map((key) => this.#describe(key, signal)));
    return {
      skills: entries.filter((entry) => entry !== undefined),
      ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
    };
  }

  /** `skills/get`; rejects with `McpError`. */
  async get(uri: string, signal?: AbortSignal): Promise<McpObject> {
    const address = await this.#parse(uri);
    const skill = address?.file === SKILL_MARKDOWN ? await this.#describe(address.key, signal) : undefined;
    if (skill === undefined) throw new McpError(INVALID_PARAMS, `No skill is served at ${uri}.`, { uri });
    return { skill };
  }

  /** Undefined for other addresses. */
  async read(
    uri: string,
    signal?: AbortSignal,
  ): Promise<{ readonly key: SkillKey; readonly file: string; readonly text: string } | undefined> {
    const address = await this.#parse(uri);
    if (address === undefined) return undefined;
    const { key, name, file } = address;
    const text = await this.#turns.take(async () => {
      const contents = await readSkillContents(this.#served.live, key);
      signal?.throwIfAborted();
      const files = makeAgentSkillFiles(name, contents, contents.snapshot.entries.get(key));
      const bytes = files.get(file);
      return bytes && escapeHidden(bytes.toString('utf8'));
    }, signal);
    return text === undefined ? undefined : { key, file, text };
  }

  #follow() {
    const snapshot = this.#served.live.snapshot();
    this.#names.follow(snapshot.skills);
    return snapshot;
  }

  async #parse(uri: string) {
    if (!uri.startsWith(SCHEME)) return undefined;
    this.#follow();
    const [name = '', ...segments] = uri.slice(SCHEME.length).split('/');
    const key = this.#names.keyOf(name);
    if (key === undefined) return undefined;
    try {
      return { key, name, file: segments.map(decodeURIComponent).join('/') };
    } catch {
      return undefined;
    }
  }

  #describe(key: SkillKey, signal: AbortSignal | undefined): Promise<AgentSkillEntry | undefined> {
    return this.#turns.take(() => this.#describeNow(key, signal), signal);
  }

  async #describeNow(key: SkillKey, signal: AbortSignal | undefined): Promise<AgentSkillEntry | undefined> {
    const name = this.#names.nameOf(key);
    const present = this.#served.live.snapshot().entries.get(key);
    const known = present && this.#known.get(present);
    if (known?.name === name) return known.listed;
    const contents = await readSkillContents(this.#served.live, key).catch(ignoreUnreadable);
    signal?.throwIfAborted();
    // With a file missing, digests would match no later answer.
    if (contents?.isSettled !== true) return undefined;
    const entry = contents.snapshot.entries.get(key);
    // Escaped as in `read`: digests are of the client's text.
    const files = [...makeAgentSkillFiles(name, contents, entry)].map(
      ([path, bytes]) => [path, Buffer.from(escapeHidden(bytes.toString('utf8')))] as const,
    );
    const listed: AgentSkillEntry = {
      uri: `${SCHEME}${name}/${SKILL_MARKDOWN}`,
      frontmatter: agentSkillFrontMatter(name, contents, entry),
      resources: files
        .map(([path, content]) => ({
          uri: `${SCHEME}${name}/${encodePath(path)}`,
          digest: contentDigest(content),
          size: content.length,
        }))
        .sort((a, b) => (a.uri < b.uri ? -1 : 1)),
    };
    if (entry !== undefined) this.#known.set(entry, { name, listed });
    return listed;
  }
}

function ignoreUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof ApiError && (error.code === 'skill_not_found' || error.code === 'unreadable');
  if (!isExpected) throw error;
}

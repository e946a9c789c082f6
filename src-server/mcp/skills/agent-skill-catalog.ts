import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { escapeHidden } from '../../contract/words/printable.ts';
import { SKILL_MARKDOWN } from '../../contract/words/skill-markdown.ts';
import { agentSkillFrontMatter, makeAgentSkillFiles } from '../../registry/agent-skills/agent-skill-files.ts';
import { contentDigest } from '../../registry/agent-skills/content-digest.ts';
import { readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { DescribedAgentSkills } from '../../skill-answer/described-agent-skills.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { keyPage } from '../key-page.ts';

/** Limits: files are read for digests. */
const PAGE_SKILLS = 25;
const PAGE_FILES = 500;
const SCHEME = 'skill://';

/** SEP-2640. */
export interface AgentSkillEntry {
  /** Of SKILL.md. */
  readonly uri: string;
  readonly frontmatter: ReturnType<typeof agentSkillFrontMatter>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

/** `skill://cpp-gabime-spdlog/SKILL.md` and knowledge files beside. */
export class AgentSkillCatalog {
  readonly #served: ServedRegistry;
  readonly #skills: DescribedAgentSkills<AgentSkillEntry>;

  constructor(served: ServedRegistry) {
    this.#served = served;
    this.#skills = new DescribedAgentSkills(served, describe);
  }

  /** Without unreadable skills. */
  async list(params: McpObject, signal: AbortSignal | undefined): Promise<McpObject> {
    const { skills, entries: list } = this.#follow();
    const page = keyPage([...skills.keys()], params['cursor'], {
      ...{ most: PAGE_SKILLS, mostWeight: PAGE_FILES },
      weightOf: (key) => skills.get(key)?.files.size ?? 0,
    });
    const entries = await Promise.all(
      page.keys.map((key) => this.#skills.describe(key, list.get(key), signal)),
    );
    return {
      skills: entries.filter((entry) => entry !== undefined),
      ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
    };
  }

  /** Rejects with `McpError`. */
  async get(uri: string, signal: AbortSignal | undefined): Promise<McpObject> {
    const address = await this.#parse(uri);
    const entry = address && this.#served.live.snapshot().entries.get(address.key);
    const skill =
      address?.file === SKILL_MARKDOWN ? await this.#skills.describe(address.key, entry, signal) : undefined;
    if (skill === undefined) throw new McpError(INVALID_PARAMS, `No skill is served at ${uri}.`, { uri });
    return { skill };
  }

  /** Undefined for other addresses. */
  async read(
    uri: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly key: SkillKey; readonly file: string; readonly text: string } | undefined> {
    const address = await this.#parse(uri);
    if (address === undefined) return undefined;
    const { key, name, file } = address;
    const text = await this.#skills.take(async () => {
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
    this.#skills.names.follow(snapshot.skills);
    return snapshot;
  }

  async #parse(uri: string) {
    if (!uri.startsWith(SCHEME)) return undefined;
    this.#follow();
    const [name = '', ...segments] = uri.slice(SCHEME.length).split('/');
    const key = this.#skills.names.keyOf(name);
    if (key === undefined) return undefined;
    try {
      return { key, name, file: segments.map(decodeURIComponent).join('/') };
    } catch {
      return undefined;
    }
  }
}

function describe(name: string, contents: SkillContents, entry: IndexEntry | undefined): AgentSkillEntry {
  // Escaped as in `read`: digests are of the client's text.
  const files = [...makeAgentSkillFiles(name, contents, entry)].map(
    ([path, bytes]) => [path, Buffer.from(escapeHidden(bytes.toString('utf8')))] as const,
  );
  return {
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
}

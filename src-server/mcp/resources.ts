import { ApiError } from '../contract/api/error-codes.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { escapeHidden } from '../contract/words/printable.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import { INVALID_PARAMS, McpError, type McpObject } from './dispatcher.ts';

/** `skill://cpp/gabime/spdlog/examples/basic.cpp`, each segment percent-encoded. */
const SKILL_URI_TEMPLATE = 'skill://{language}/{author}/{name}/{+file}';

const PAGE_SKILLS = 200;

export const RESOURCE_TEMPLATES: McpObject = {
  resourceTemplates: [
    {
      uriTemplate: SKILL_URI_TEMPLATE,
      name: 'skill-file',
      title: 'File of a skill',
      description: 'One knowledge file: overview.md, pitfalls.md, safety.md, examples/basic.cpp, …',
      mimeType: 'text/markdown',
    },
  ],
};

/** Skills only, since clients pay per entry; the cursor is the last key of the page before. */
export function listResources(served: ServedRegistry, { cursor }: McpObject): McpObject {
  const keys = [...served.live.snapshot().skills.keys()].sort();
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const rest = keys.filter((key) => key > last);
  const page = rest.slice(0, PAGE_SKILLS);
  const next =
    rest.length > page.length ? { nextCursor: Buffer.from(page.at(-1) ?? '').toString('base64url') } : {};
  const resources = page.map((key) => ({
    uri: `skill://${encodePath(key)}`,
    name: key,
    mimeType: 'text/markdown',
  }));
  return { resources, ...next };
}

export interface ReadResource {
  readonly key: string;
  /** Absent for a whole skill. */
  readonly file?: string;
  readonly contents: McpObject;
}

/** A file, hidden characters spelled out, or a whole skill within a budget. */
export async function readResource(
  served: ServedRegistry,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<ReadResource> {
  const [key, name] = parseSkillUri(uri);
  try {
    if (name === undefined) {
      const { text } = await fittedSkill(served, key, { signal });
      return { key, contents: { uri: `skill://${encodePath(key)}`, mimeType: 'text/markdown', text } };
    }
    const { path, text } = await served.queries.section(key, name);
    const mimeType = /\.md$/i.test(path) ? 'text/markdown' : 'text/plain';
    const address = `skill://${encodePath(`${key}/${path}`)}`;
    return {
      key,
      file: path,
      contents: { uri: address, mimeType, text: escapeHidden(text) },
    };
  } catch (error) {
    const isMissing = error instanceof ApiError && /not_found$/.test(error.code);
    throw isMissing ? new McpError(INVALID_PARAMS, `${error.message}.`, { uri }) : error;
  }
}

function parseSkillUri(uri: string): readonly [key: string, file?: string] {
  const [, key, file] = /^skill:\/\/([^/]+\/[^/]+\/[^/]+)(?:\/(.+))?$/s.exec(uri) ?? [];
  try {
    if (key !== undefined)
      return [
        decodeURIComponent(key),
        ...(file === undefined ? [] : [decodeURIComponent(file)]),
      ] as const as [string, string?];
  } catch {
    // Not percent-encoded as addresses are.
  }
  throw new McpError(
    INVALID_PARAMS,
    `'${uri.slice(0, 200)}' is no address of a skill; they look like ${SKILL_URI_TEMPLATE}.`,
    { uri },
  );
}

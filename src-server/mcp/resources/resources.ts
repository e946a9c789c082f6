import { ApiError } from '../../contract/api/error-codes.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { didYouMean } from '../../search/keyword-search/near-keys.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { readForModel, resourceText } from '../../skill-answer/read-for-model.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { suggestKeys } from '../suggestions.ts';

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

/** Skills only: clients pay per entry. */
export function listResources(served: ServedRegistry, params: McpObject): McpObject {
  const keys = [...served.live.snapshot().skills.keys()];
  const start = startAfter(keys, params['cursor']);
  const page = keys.slice(start, start + PAGE_SKILLS);
  const resources = page.map((key) => ({
    uri: formatSkillUri({ key }),
    name: key,
    mimeType: 'text/markdown',
  }));
  const isLast = start + PAGE_SKILLS >= keys.length;
  return { resources, ...(!isLast && { nextCursor: cursorAfter(page.at(-1)) }) };
}

/** The last key of a page: skills may change between pages. */
function cursorAfter(key = ''): string {
  return Buffer.from(key).toString('base64url');
}

/** @throws `McpError` for foreign cursors */
function startAfter(keys: readonly string[], cursor: unknown): number {
  if (cursor === undefined) return 0;
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  if (last.split('/').length !== 3) throw new McpError(INVALID_PARAMS, 'The cursor is not from this server.');
  const exact = keys.indexOf(last);
  if (exact >= 0) return exact + 1;
  const after = keys.findIndex((key) => key > last);
  return after < 0 ? keys.length : after;
}

/** A file, invisible characters escaped, or a whole skill. */
export async function readResource(
  served: ServedRegistry,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<SkillUri & { readonly text: string }> {
  const address = parseSkillUri(uri);
  if (address === undefined) {
    throw notFound(uri, `'${uri}' is no address of a skill; they look like ${SKILL_URI_TEMPLATE}.`);
  }
  const { key, file: name } = address;
  try {
    if (name === undefined) return { key, text: (await fittedSkill(served, key, { signal })).text };
    const read = await readForModel(served, key, name);
    signal?.throwIfAborted();
    return { key, file: read.file.path, text: resourceText(read) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'skill_not_found') {
      throw notFound(uri, `${error.message}.${didYouMean(suggestKeys(served, key))}`);
    }
    if (error.code === 'section_not_found') throw notFound(uri, `${error.message}.`);
    throw error;
  }
}

export function resourceContents(key: string, file: string | undefined, text: string): McpObject {
  return { uri: formatSkillUri({ key, file }), mimeType: mimeTypeOf(file ?? '.md'), text };
}

function mimeTypeOf(path: string): string {
  return path.toLowerCase().endsWith('.md') ? 'text/markdown' : 'text/plain';
}

function notFound(uri: string, message: string): McpError {
  return new McpError(INVALID_PARAMS, message, { uri });
}

interface SkillUri {
  readonly key: string;
  /** Absent for the whole skill. */
  readonly file?: string | undefined;
}

export function formatSkillUri({ key, file }: SkillUri): string {
  return `skill://${encodePath(file === undefined ? key : `${key}/${file}`)}`;
}

/** Possibly of a missing skill. */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const match = /^skill:\/\/([^/]+\/[^/]+\/[^/]+)(?:\/(.+))?$/s.exec(uri);
  const [, key, file] = match ?? [];
  if (key === undefined) return undefined;
  try {
    return { key: decodeURIComponent(key), ...(file !== undefined && { file: decodeURIComponent(file) }) };
  } catch {
    return undefined;
  }
}

import type { Priority } from '../../contract/api.ts';
import { ApiError } from '../../contract/error-codes.ts';
import { filePriority, readingOrder } from '../../registry/model/reading-order.ts';
import type { KnowledgeFile, Skill } from '../../registry/model/skill.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { readForModel } from '../read-for-model.ts';
import { didYouMean, suggestKeys } from '../suggestions.ts';
import { formatSkillUri, parseSkillUri, SKILL_URI_TEMPLATE } from './skill-uri.ts';

/** Skills of one page of the list. */
const PAGE_SKILLS = 50;

/** How important a file is for a model, 0 to 1, as the protocol's annotations have it. */
const WEIGHT: Readonly<Record<Priority, number>> = { P0: 1, P1: 0.7, P2: 0.4, P3: 0.2 };

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

/** One page of all knowledge files, by key, each skill in the order to read it. The cursor is the last key. */
export function listResources(served: ServedRegistry, params: McpObject): McpObject {
  const { skills } = served.live.snapshot();
  const keys = [...skills.keys()];
  const start = startOf(keys, params['cursor']);
  const page = keys.slice(start, start + PAGE_SKILLS);
  const resources = page.flatMap((key) => {
    const skill = skills.get(key);
    return skill === undefined ? [] : readingOrder(skill).map(({ file }) => describeFile(skill, file));
  });
  const last = page.at(-1);
  const isMore = last !== undefined && start + PAGE_SKILLS < keys.length;
  return { resources, ...(isMore ? { nextCursor: Buffer.from(last).toString('base64url') } : {}) };
}

/** The place after the cursor's key; skills may have come or gone since it was given. */
function startOf(keys: readonly string[], cursor: unknown): number {
  if (cursor === undefined) return 0;
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const exact = keys.indexOf(last);
  if (exact >= 0) return exact + 1;
  if (last.split('/').length !== 3) throw new McpError(INVALID_PARAMS, 'The cursor is none of this server.');
  const after = keys.findIndex((key) => key > last);
  return after < 0 ? keys.length : after;
}

/** The text of one file. */
export async function readResource(served: ServedRegistry, uri: string) {
  const address = parseSkillUri(uri);
  if (address === undefined) {
    throw notFound(uri, `'${uri}' is no address of a skill; they look like ${SKILL_URI_TEMPLATE}.`);
  }
  const { key, file: name } = address;
  try {
    const { skill, file, text } = await readForModel(served, key, name);
    return { key, file: file.path, skill, text };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'skill_not_found') {
      throw notFound(uri, `${error.message}.${didYouMean(suggestKeys(served, key))}`);
    }
    if (error.code === 'section_not_found') throw notFound(uri, `${error.message}.`);
    throw error;
  }
}

/** The contents of a file as the protocol carries them. */
export function resourceContents(key: string, file: string, text: string): McpObject {
  return { uri: formatSkillUri({ key, file }), mimeType: mimeTypeOf(file), text };
}

function describeFile(skill: Skill, { path, size, mtimeMs }: KnowledgeFile): McpObject {
  const priority = filePriority(skill, path);
  return {
    uri: formatSkillUri({ key: skill.key, file: path }),
    name: `${skill.key}/${path}`,
    title: `${skill.key.split('/').at(-1)}: ${path}`,
    mimeType: mimeTypeOf(path),
    size,
    annotations: {
      audience: ['assistant'],
      priority: WEIGHT[priority],
      lastModified: new Date(mtimeMs).toISOString(),
    },
  };
}

function mimeTypeOf(path: string): string {
  return path.toLowerCase().endsWith('.md') ? 'text/markdown' : 'text/plain';
}

function notFound(uri: string, message: string): McpError {
  return new McpError(INVALID_PARAMS, message, { uri });
}

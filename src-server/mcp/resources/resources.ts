import type { Priority } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { filePriority, readingOrder } from '../../registry/model/reading-order.ts';
import type { KnowledgeFile, Skill } from '../../registry/model/skill.ts';
import { didYouMean } from '../../search/near-keys.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { keyPage } from '../key-page.ts';
import { readForModel } from '../read-for-model.ts';
import { suggestKeys } from '../suggestions.ts';
import { formatSkillUri, parseSkillUri, SKILL_URI_TEMPLATE } from './skill-uri.ts';

/** Skills of one page of the list, and their files. */
const PAGE_SKILLS = 50;
const PAGE_FILES = 1_000;

/** How important a file is for a model, 0 to 1, as the protocol's annotations have it. */
const WEIGHT: Readonly<Record<Priority, number>> = { P0: 1, P1: 0.7, P2: 0.4, P3: 0.2 };

/** The answer to `resources/templates/list`. */
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

/** One page of all knowledge files, by key, each skill in the order to read it. */
export function listResources(served: ServedRegistry, params: McpObject): McpObject {
  const { skills } = served.live.snapshot();
  const page = keyPage([...skills.keys()], params['cursor'], {
    ...{ most: PAGE_SKILLS, mostWeight: PAGE_FILES },
    weightOf: (key) => skills.get(key)?.files.size ?? 0,
  });
  const resources = page.keys.flatMap((key) => {
    const skill = skills.get(key);
    return skill === undefined ? [] : readingOrder(skill).map(({ file }) => describeFile(skill, file));
  });
  return { resources, ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }) };
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

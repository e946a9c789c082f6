import { type AgentText, joinText, LINES, quotedPart, quotedText } from '../contract/agent-lines.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { encodePath } from '../contract/outside-text.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import { invalidParams, type McpObject } from './protocol.ts';
import type { ToolSources } from './tools/tool.ts';

/** The form of addresses: `skill://cpp/gabime/spdlog/examples/basic.cpp`, each segment percent-encoded. */
const SKILL_URI_TEMPLATE = 'skill://{language}/{author}/{name}/{+file}';
const MARKDOWN = 'text/markdown';

export const RESOURCE_TEMPLATES: McpObject = {
  resourceTemplates: [
    {
      uriTemplate: SKILL_URI_TEMPLATE,
      name: 'skill-file',
      title: 'File of a skill',
      description: 'One knowledge file: overview.md, pitfalls.md, safety.md, examples/basic.cpp, …',
      mimeType: MARKDOWN,
    },
  ],
};

/**
 * Lists skills alone, without their files, since clients pay for each entry. The cursor is the last key of the page
 * before.
 */
export async function listResources(queries: RegistryQueries, { cursor }: McpObject): Promise<McpObject> {
  const { skills } = await queries.list();
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const first = skills.findIndex(({ key }) => key > last);
  const end = first + LIMITS.resourcesPerPage;
  const page = first < 0 ? [] : skills.slice(first, end);
  const nextCursor = Buffer.from(page.at(-1)?.key ?? '').toString('base64url');
  const resources = page.map(({ key }) => ({
    uri: `skill://${encodePath(key)}`,
    name: key,
    mimeType: MARKDOWN,
  }));
  return { resources, ...(first >= 0 && end < skills.length && { nextCursor }) };
}

/**
 * Reads a resource: a file, of a long one the beginning and hidden characters spelled out, or a whole skill within a
 * budget.
 */
export async function readResource(sources: ToolSources, uri: string) {
  const [key, name] = parseSkillUri(uri);
  const read = (path: string, mimeType: string, text: AgentText) => ({
    result: { contents: [{ uri: `skill://${encodePath(path)}`, mimeType, text }] },
    activity: { target: path, skillKey: key },
  });
  try {
    if (name === undefined) {
      const { text } = await fittedSkill(sources, key, { signal: sources.signal });
      return read(key, MARKDOWN, text);
    }
    const { path, text, isHarmless } = await sources.queries.section(key, name);
    const shown = (isHarmless === true ? quotedPart : quotedText)(text.slice(0, LIMITS.answerCharacters));
    const isCut = text.length > LIMITS.answerCharacters;
    const whole = isCut ? joinText([shown, LINES.cutLong(LIMITS.answerCharacters, path)]) : shown;
    return read(`${key}/${path}`, /\.md$/i.test(path) ? MARKDOWN : 'text/plain', whole);
  } catch (error) {
    const isMissing = error instanceof ApiError && /not_found$/.test(error.code);
    throw isMissing ? invalidParams(`${error.message}.`, { uri }) : error;
  }
}

function parseSkillUri(uri: string): readonly [key: string, file: string | undefined] {
  const [, key, file] = /^skill:\/\/([^/]+\/[^/]+\/[^/]+)(?:\/(.+))?$/s.exec(uri) ?? [];
  try {
    if (key !== undefined) return [decodeURIComponent(key), file && decodeURIComponent(file)];
  } catch {
    // Not percent-encoded as addresses are.
  }
  const why = `'${uri.slice(0, 200)}' is no address of a skill; they look like ${SKILL_URI_TEMPLATE}.`;
  throw invalidParams(why, { uri });
}

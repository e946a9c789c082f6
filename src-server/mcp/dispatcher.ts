import { ProtocolError } from '@modelcontextprotocol/server';
import { type AgentText, joinText, LINES, quotedPart, quotedText } from '../contract/agent-lines.ts';
import type { ActivityEvent, ActivityListener } from '../contract/api.ts';
import { ApiError, BUILT_ANEW, unforeseen } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { encodePath, printable } from '../contract/outside-text.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import type { Logger } from '../contract/service.ts';
import { type AnswerSources, fittedSkill } from '../skill-answer/fitted-skill.ts';
import {
  instructionsOf,
  internalError,
  invalidParams,
  type McpClient,
  type McpMethod,
  type McpObject,
} from './protocol.ts';
import { findSkillsTool, searchSkillsTool } from './tools/find.ts';
import { getSectionTool, getSkillTool } from './tools/get.ts';
import type { Tool, ToolSources } from './tools/tool.ts';

/** What MCP is answered from, and where calls are told. */
export interface DispatcherOptions {
  readonly served: AnswerSources;
  readonly logger: Logger;
  /** Is called after each call of a tool and each read resource. */
  readonly onActivity?: ActivityListener | undefined;
}

interface Answer {
  readonly result: McpObject;
  readonly activity: Partial<
    Pick<ActivityEvent, 'target' | 'skillKey' | 'section' | 'tokens' | 'results' | 'status'>
  >;
}

/** The tools, in a fixed order, which the protocol requires. */
const TOOLS = [findSkillsTool, searchSkillsTool, getSkillTool, getSectionTool];
/** What clients are told of each tool: it reads only, and only here. */
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false };

/** Answers independently of transport and revision, over the registry in this process or a running service. */
export interface McpDispatcher {
  /** What models read before any call; made of the list of skills. Never rejects: calls will report a failure. */
  instructions(): Promise<string>;
  /**
   * Answers one request of `client`, and reports tools and resources as activity.
   *
   * @returns the `result` of the protocol
   * @throws ProtocolError for every failure; also once `signal` says that the caller has left
   */
  answer(method: McpMethod, params: McpObject, client: McpClient, signal?: AbortSignal): Promise<McpObject>;
}

/**
 * Makes the dispatcher over a registry in this process or a running service: `createDispatcher({ served: { queries },
 * logger })`. Tools and resources know nothing of transports; what went wrong in the registry is an answer that a
 * model can read, what is wrong with the request an error of the protocol. Each call of a tool and each read resource
 * is one `ActivityEvent`.
 */
export function createDispatcher({ served, logger, onActivity }: DispatcherOptions): McpDispatcher {
  async function recorded(route: string, client: string, work: Promise<Answer>): Promise<McpObject> {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const report = ({ target = '', status = 200, ...more }: Answer['activity']) =>
      onActivity?.({
        ...more,
        at,
        client,
        protocol: 'mcp',
        route,
        status,
        target: target.slice(0, LIMITS.targetCharacters),
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      });
    try {
      const { result, activity } = await work;
      report(activity);
      return result;
    } catch (error) {
      report({ status: 400 });
      throw error;
    }
  }

  function answer(method: McpMethod, params: McpObject, client: string, sources: ToolSources) {
    switch (method) {
      case 'tools/list':
        return { tools: TOOLS.map(({ call: _, ...tool }) => ({ ...tool, annotations: ANNOTATIONS })) };
      case 'tools/call':
        return recorded(toolNamed(params['name']).name, client, callTool(params, sources));
      case 'resources/list':
        return listResources(served.queries, params);
      case 'resources/templates/list':
        return RESOURCE_TEMPLATES;
      case 'resources/read':
        return recorded(method, client, readResource(sources, String(params['uri'])));
    }
  }

  return {
    async instructions() {
      try {
        return instructionsOf((await served.queries.list()).skills);
      } catch (error) {
        return error instanceof ApiError ? instructionsOf(undefined) : '';
      }
    },
    async answer(method, params, { name }, signal) {
      try {
        signal?.throwIfAborted();
        return await answer(method, params, name, { ...served, signal });
      } catch (error) {
        if (signal?.aborted) throw internalError('Nobody waits for the answer any more.');
        throw toProtocolError(error, method, logger);
      }
    },
  };
}

function toolNamed(name: unknown): Tool {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const names = TOOLS.map((each) => each.name).join(', ');
  throw invalidParams(`There is no tool '${String(name)}'. There are: ${names}.`);
}

async function callTool({ name, arguments: given }: McpObject, sources: ToolSources): Promise<Answer> {
  try {
    const { text, activity } = await toolNamed(name).call(given, sources);
    return { result: { content: [{ type: 'text', text }] }, activity };
  } catch (error) {
    // The model can say it to its user: the registry can't be read, for example.
    if (!(error instanceof ApiError)) throw error;
    const content = [{ type: 'text', text: quotedText(printable(error.message)) }];
    return { result: { content, isError: true }, activity: { status: 400 } };
  }
}

/** Makes an error of the protocol of whatever was thrown. Unexpected failures are logged. */
function toProtocolError(error: unknown, method: McpMethod, logger: Logger): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof ApiError) return internalError(error.message);
  const cause = error instanceof Error ? error.stack : String(error);
  const { message } = unforeseen(error, 'The service failed to answer. Its log has the cause.');
  logger.error(message === BUILT_ANEW ? message : 'An MCP request failed.', { method, cause });
  return internalError(message);
}

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

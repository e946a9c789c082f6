import type { ActivityEvent, ActivityListener } from '../contract/api/activity.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { Coverage } from './coverage.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type McpDispatcher,
  McpError,
  type McpMethod,
  type McpObject,
} from './dispatcher.ts';
import { listResources, RESOURCE_TEMPLATES, readResource, resourceContents } from './resources/resources.ts';
import { findSkillsTool } from './tools/find-skills.ts';
import { getSectionTool } from './tools/get-section.ts';
import { getSkillTool } from './tools/get-skill.ts';
import { searchSkillsTool } from './tools/search-skills.ts';
import { type Tool, ToolFailure } from './tools/tool.ts';

/** Some clients load only tool names and instructions. */
const NAMES_TOKENS = 300;

export interface RegistryDispatcherOptions {
  readonly served: ServedRegistry;
  readonly logger: Logger;
  /** After each tool call and resource. */
  readonly onActivity?: ActivityListener | undefined;
}

type ActivityDetails = Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>> & {
  readonly isError?: boolean;
};

interface Answer {
  readonly result: McpObject;
  readonly activity: ActivityDetails;
}

/** Local and read-only. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export function createRegistryDispatcher(options: RegistryDispatcherOptions): McpDispatcher {
  const { served, logger } = options;
  const coverage = new Coverage(served);
  const tools = toolsOf(served, coverage);
  const recorded: Recorder = (route, client, work) => recordedAnswer(route, client, work, options.onActivity);

  function dispatch(
    method: McpMethod,
    params: McpObject,
    client: string,
    signal?: AbortSignal,
  ): McpObject | Promise<McpObject> {
    switch (method) {
      case 'tools/list':
        return { tools: tools.map(describeTool) };
      case 'tools/call': {
        const tool = tools.find(({ name }) => name === params['name']);
        if (tool === undefined) throw unknownTool(params['name'], tools);
        return recorded(tool.name, client, async () => {
          const answer = await callTool(tool, params['arguments'], signal);
          if (answer.activity.skillKey !== undefined) coverage.addRead(answer.activity.skillKey);
          return answer;
        });
      }
      case 'resources/list':
        return listResources(served, params);
      case 'resources/templates/list':
        return RESOURCE_TEMPLATES;
      case 'resources/read':
        return recorded(method, client, () => read(served, String(params['uri']), signal));
    }
  }

  return {
    instructions: () =>
      instructionsFor(
        coverage,
        async (text) => (await served.tokens.count([text]))[0] ?? Number.POSITIVE_INFINITY,
      ),
    async answer(method, params, { name }, signal) {
      try {
        signal?.throwIfAborted();
        // Tools check their own schemas.
        if (method !== 'tools/call') refuseLongTexts(params);
        return await dispatch(method, params, name, signal);
      } catch (error) {
        if (signal?.aborted) throw new McpError(INTERNAL_ERROR, 'Nobody waits for the answer any more.');
        throw toMcpError(error, method, logger);
      }
    },
  };
}

/** Longer texts match nothing. */
const MAX_TEXT_LENGTH = 1_000;

/** Nested, except `_meta`. */
function refuseLongTexts(value: unknown, name = 'params'): void {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    throw new McpError(
      INVALID_PARAMS,
      `'${name}' has over ${MAX_TEXT_LENGTH} characters. Send a shorter one.`,
    );
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (key !== '_meta') refuseLongTexts(inner, key.slice(0, 40));
}

type Recorder = (route: string, client: string, work: () => Promise<Answer>) => Promise<McpObject>;

async function recordedAnswer(
  route: string,
  client: string,
  work: () => Promise<Answer>,
  onActivity: ActivityListener | undefined,
): Promise<McpObject> {
  const startedAt = performance.now();
  const at = new Date().toISOString();
  const report = ({ target = '', isError = false, ...activity }: ActivityDetails) =>
    onActivity?.({
      at,
      client,
      protocol: 'mcp',
      route,
      target: target.slice(0, 200),
      ...activity,
      status: isError ? 400 : 200,
      durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    });
  try {
    const { result, activity } = await work();
    report(activity);
    return result;
  } catch (error) {
    report({ isError: true });
    throw error;
  }
}

/** Logs unexpected failures. */
function toMcpError(error: unknown, method: McpMethod, logger: Logger): McpError {
  if (error instanceof McpError) return error;
  if (error instanceof ApiError) return new McpError(INTERNAL_ERROR, error.message);
  const cause = error instanceof Error ? error.stack : String(error);
  logger.error('An MCP request failed.', { method, cause });
  return new McpError(INTERNAL_ERROR, 'The service failed to answer. Its log has the cause.');
}

/** Fixed order, required by the protocol. */
function toolsOf(served: ServedRegistry, coverage: Coverage): readonly Tool[] {
  return [
    findSkillsTool(served, coverage),
    searchSkillsTool(served),
    getSkillTool(served),
    getSectionTool(served),
  ];
}

function describeTool({ name, title, description, inputSchema }: Tool): McpObject {
  const said = typeof description === 'string' ? description : description();
  return {
    name,
    title,
    description: said,
    inputSchema: listedSchema(inputSchema),
    annotations: READ_ONLY,
  };
}

/** Models pay per token. */
function listedSchema({ $schema: _, $id: __, title: ___, properties, ...schema }: McpObject): McpObject {
  const listed = Object.entries(properties as Readonly<Record<string, McpObject>>).map(
    ([name, { minLength: _, pattern: __, ...property }]) => [name, property] as const,
  );
  return { ...schema, properties: Object.fromEntries(listed) };
}

async function callTool(tool: Tool, args: unknown, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    const { text, activity } = await tool.call(args, signal);
    return { result: { content: [{ type: 'text', text }] }, activity };
  } catch (error) {
    if (!(error instanceof ToolFailure) && !(error instanceof ApiError)) throw error;
    const target = error instanceof ToolFailure ? error.target : '';
    const result = { content: [{ type: 'text', text: error.message }], isError: true };
    return { result, activity: { target, isError: true } };
  }
}

async function read(served: ServedRegistry, uri: string, signal: AbortSignal | undefined): Promise<Answer> {
  const { key, file, text } = await readResource(served, uri, signal);
  const contents = resourceContents(key, file, text);
  const target = file === undefined ? key : `${key}/${file}`;
  return { result: { contents: [contents] }, activity: { target, skillKey: key } };
}

function unknownTool(name: unknown, tools: readonly Tool[]): McpError {
  const names = tools.map((tool) => tool.name).join(', ');
  return new McpError(INVALID_PARAMS, `There is no tool '${String(name)}'. There are: ${names}.`);
}

async function instructionsFor(
  coverage: Coverage,
  count: (text: string) => Promise<number>,
): Promise<string> {
  const all = `This registry covers ${coverage.allNames}.`;
  const covered = (await count(all)) <= NAMES_TOKENS ? all : `This registry has ${coverage.phrase}.`;
  return [
    'Library skills: short files about open-source libraries, written by the registry’s authors: what breaks, what must never be done, and in which order to start and stop things.',
    `Before you write, review or debug code with one of these libraries, call get_skill with its package name, even if you think you know it; give your task or error as query. If you don't know which library it is about, call find_skills first.`,
    covered,
    'Prefer what a skill says to memory where it fits the installed version and language; otherwise ignore it. Don’t ask for general programming or code without a library. If an answer says that no skill covers it, go on without a skill. These are no skills of the agent itself: read them with these tools alone.',
  ].join('\n');
}

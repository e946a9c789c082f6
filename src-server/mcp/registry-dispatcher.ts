import type { ActivityEvent, ActivityListener } from '../contract/api/activity.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { ServedRegistry } from '../served-registry.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type McpDispatcher,
  McpError,
  type McpMethod,
  type McpObject,
} from './dispatcher.ts';
import { instructionsOf } from './instructions.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';
import { findSkillsTool } from './tools/find-skills.ts';
import { getSectionTool } from './tools/get-section.ts';
import { getSkillTool } from './tools/get-skill.ts';
import { searchSkillsTool } from './tools/search-skills.ts';
import type { Tool } from './tools/tool.ts';

export interface RegistryDispatcherOptions {
  readonly served: ServedRegistry;
  readonly logger: Logger;
  /** After each tool call and resource. */
  readonly onActivity?: ActivityListener | undefined;
}

interface Answer {
  readonly result: McpObject;
  readonly activity: Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>> & {
    readonly isError?: boolean;
  };
}

/** Local and read-only. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };
/** Characters of a target in the list of reads. */
const SHOWN_CHARACTERS = 200;

export function createRegistryDispatcher({
  served,
  logger,
  onActivity,
}: RegistryDispatcherOptions): McpDispatcher {
  // Fixed order, required by the protocol.
  const tools = [
    findSkillsTool(served),
    searchSkillsTool(served),
    getSkillTool(served),
    getSectionTool(served),
  ];

  async function recorded(route: string, client: string, work: Promise<Answer>): Promise<McpObject> {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const report = ({ target = '', isError = false, ...more }: Answer['activity']) =>
      onActivity?.({
        ...{ at, client, protocol: 'mcp', route, ...more },
        target: target.slice(0, SHOWN_CHARACTERS),
        status: isError ? 400 : 200,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      });
    try {
      const { result, activity } = await work;
      report(activity);
      return result;
    } catch (error) {
      report({ isError: true });
      throw error;
    }
  }

  async function answer(
    method: McpMethod,
    params: McpObject,
    client: string,
    signal: AbortSignal | undefined,
  ): Promise<McpObject> {
    switch (method) {
      case 'tools/list':
        return { tools: tools.map(({ call: _, ...tool }) => ({ ...tool, annotations: READ_ONLY })) };
      case 'tools/call': {
        const tool = tools.find(({ name }) => name === params['name']);
        if (tool === undefined) throw unknownTool(params['name'], tools);
        return recorded(tool.name, client, callTool(tool, params['arguments'], signal));
      }
      case 'resources/list':
        return listResources(served, params);
      case 'resources/templates/list':
        return RESOURCE_TEMPLATES;
      case 'resources/read':
        return recorded(method, client, read(served, String(params['uri']), signal));
    }
  }

  return {
    instructions: async () => instructionsOf(served),
    async answer(method, params, { name }, signal) {
      try {
        signal?.throwIfAborted();
        return await answer(method, params, name, signal);
      } catch (error) {
        if (signal?.aborted) throw new McpError(INTERNAL_ERROR, 'Nobody waits for the answer any more.');
        throw toMcpError(error, method, logger);
      }
    },
  };
}

async function callTool(tool: Tool, given: unknown, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    const { text, activity } = await tool.call(given, signal);
    return { result: { content: [{ type: 'text', text }] }, activity };
  } catch (error) {
    // The model can say it to its user: the registry can't be read, for example.
    if (!(error instanceof ApiError)) throw error;
    return {
      result: { content: [{ type: 'text', text: error.message }], isError: true },
      activity: { isError: true },
    };
  }
}

async function read(served: ServedRegistry, uri: string, signal: AbortSignal | undefined): Promise<Answer> {
  const { key, file, contents } = await readResource(served, uri, signal);
  const target = file === undefined ? key : `${key}/${file}`;
  return { result: { contents: [contents] }, activity: { target, skillKey: key } };
}

function unknownTool(name: unknown, tools: readonly Tool[]): McpError {
  const names = tools.map((tool) => tool.name).join(', ');
  return new McpError(INVALID_PARAMS, `There is no tool '${String(name)}'. There are: ${names}.`);
}

/** Logs unexpected failures. */
function toMcpError(error: unknown, method: McpMethod, logger: Logger): McpError {
  if (error instanceof McpError) return error;
  if (error instanceof ApiError) return new McpError(INTERNAL_ERROR, error.message);
  const cause = error instanceof Error ? error.stack : String(error);
  logger.error('An MCP request failed.', { method, cause });
  return new McpError(INTERNAL_ERROR, 'The service failed to answer. Its log has the cause.');
}

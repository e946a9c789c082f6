import {
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type AgentText, joinText, LINES, quotedPart, quotedText } from '../contract/agent-lines.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { encodePath } from '../contract/outside-text.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { fittedSkill } from '../skill-answer/fitted-skill.ts';
import type { McpDispatcher } from './dispatcher.ts';
import {
  CACHE_HINT,
  capabilitiesOf,
  invalidParams,
  MCP_METHODS,
  type McpClient,
  type McpMethod,
  type McpObject,
  SERVER_INFO,
  toClient,
} from './protocol.ts';
import type { ToolSources } from './tools/tool.ts';

const CACHE_HINTS = Object.fromEntries(
  [...MCP_METHODS.filter((method) => method !== 'tools/call'), 'server/discover'].map(
    (method) => [method, CACHE_HINT] as const,
  ),
);

/** A validator for what a server asks its clients, which this one never does. */
const NO_INPUT_VALIDATOR = {
  getValidator(): never {
    throw new Error('This server asks its clients nothing.');
  },
};

export interface BuildOptions {
  readonly dispatcher: McpDispatcher;
  /** Names the client of a request that doesn't say who asks. */
  readonly clientOf: () => McpClient;
  readonly tellsChanges: boolean;
  /** Is called around each answer, such as to wait for a turn. Default: nothing. */
  readonly around?: ((answer: () => Promise<object>) => Promise<object>) | undefined;
}

/** Builds the SDK's server over a dispatcher: one for each request, or for a connection. */
export async function buildServer(options: BuildOptions): Promise<McpServer> {
  const { dispatcher, clientOf, tellsChanges, around = (answer) => answer() } = options;
  const product = new McpServer(SERVER_INFO, {
    capabilities: capabilitiesOf(tellsChanges),
    instructions: await dispatcher.instructions(),
    jsonSchemaValidator: NO_INPUT_VALIDATOR,
    cacheHints: CACHE_HINTS,
  });
  const { server } = product;
  sayInvalidParams(server);
  // The SDK types answers by method; the dispatcher returns plain objects.
  const register = server.setRequestHandler.bind(server) as unknown as Register;
  for (const method of MCP_METHODS)
    register(method, ({ params }, { mcpReq: { envelope, signal } }) => {
      const introduced = (envelope as McpObject | undefined)?.[CLIENT_INFO_META_KEY];
      const client = toClient(introduced ?? server.getClientVersion()) ?? clientOf();
      return around(() => dispatcher.answer(method, { ...params }, client, signal));
    });
  return product;
}

type Handler = (request: { params?: object }, context: ServerContext) => Promise<object>;
type Register = (method: McpMethod, handler: Handler) => void;

/**
 * Has the server answer a missing or wrong field with a sentence: the SDK answers an internal error, and the issues
 * of its validator as JSON.
 */
function sayInvalidParams(server: McpServer['server']): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withSentence(message), options);
    return connect(transport);
  };
}

function withSentence(message: JSONRPCMessage): JSONRPCMessage {
  if (
    !('error' in message) ||
    ![ProtocolErrorCode.InternalError, ProtocolErrorCode.InvalidParams].includes(message.error.code)
  )
    return message;
  const words = issuesIn(message.error.message);
  if (words === undefined) return message;
  return {
    ...message,
    error: { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${words}.` },
  };
}

/**
 * Reads the issues in an error of the SDK: `params.name: …` of `Invalid tools/call request:
 * [{"path":["params","name"],"message":"…"}]`.
 */
function issuesIn(text: string): string | undefined {
  const list = /^(?:Invalid \S+ request: )?(\[.*\])$/s.exec(text)?.[1];
  if (list === undefined) return undefined;
  try {
    const issues = JSON.parse(list) as readonly { path: readonly string[]; message: string }[];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return undefined;
  }
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

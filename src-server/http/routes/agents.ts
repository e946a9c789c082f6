import type { IncomingMessage, ServerResponse } from 'node:http';
import * as Type from '@sinclair/typebox';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { SECURITY_HEADERS } from '../../contract/page.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { object, optional, text } from '../../contract/schema.ts';
import type { HookAnswer } from '../../hooks/tell.ts';
import {
  assertReadable,
  BODY_ERRORS,
  bytesOf,
  callerGone,
  defineRoute,
  endWithCaller,
  type Route,
  readJson,
  takeTurn,
} from '../route.ts';

export const jsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: optional(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] })),
    method: optional(text()),
    params: optional(object({})),
    result: optional(object({})),
    error: optional(object({ code: Type.Integer(), message: text(), data: optional(Type.Unknown()) })),
  },
  {
    title: 'JSON-RPC 2.0 message',
    description: 'A request, a notification or an answer of the Model Context Protocol.',
  },
);

/** Answers a request of MCP. */
export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: {
    /** The body, up to the first piece behind the limit. */
    readonly body: readonly Buffer[];
    readonly takeTurn: () => Promise<void> | undefined;
    readonly gone: () => AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
  },
) => Promise<void>;

const HEADERS = { 'Cache-Control': 'no-store', ...SECURITY_HEADERS } as const;

/** Returns the route of Streamable HTTP, without the streams (`GET`) and sessions (`DELETE`) of older revisions. */
export function mcpRoute(answer: McpHandler): Route {
  return defineRoute({
    method: 'POST',
    path: '/mcp',
    id: 'callMcp',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP, revision 2026-07-28 and those of 2025. Bodies are JSON-RPC 2.0, failures too: `{ "jsonrpc", "id", "error" }`.',
    tag: 'service',
    body: jsonRpcMessage,
    responses: {
      200: { description: 'The answer, as JSON or as a stream of events.', schema: jsonRpcMessage },
      202: { description: 'A notification was taken.', types: [] },
    },
    errors: ['bad_request', 'body_too_large', 'unsupported_media_type'],
    recordsItself: true,
    async handle({ request, response }) {
      endWithCaller(request, response);
      await answer(request, response, {
        body: await bytesOf(request, LIMITS.bodyBytes),
        takeTurn: () => takeTurn(request),
        gone: () => callerGone(response),
        headers: HEADERS,
      });
      return undefined;
    },
  });
}

/** Answers the event of a client's hook, unchecked. */
export type AnswerHook = (body: unknown) => HookAnswer;

const HOOK_OFF =
  'Nothing is told unasked here, because other machines could ask. Start the service with --allow-hook.';

const hookEvent = object(
  {},
  "The client's event as it is: of Claude Code, Qwen Code, Codex, Gemini CLI, Copilot CLI, Cursor, VS Code, or our plugin for opencode. Other bodies are answered with {}.",
);

const hookAnswer = object(
  {
    hookSpecificOutput: optional(object({ hookEventName: text(), additionalContext: text() })),
    additionalContext: optional(text('For Copilot CLI.')),
    additional_context: optional(text('For Cursor.')),
  },
  'In the form of the client; {} if there is nothing to say.',
);

/**
 * Returns the route that clients call after their tools have read or written a file.
 *
 * @param answer undefined if other machines could ask
 */
export function hookRoute(queries: ServiceQueries, answer: AnswerHook | undefined): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/hook',
    id: 'tellUnasked',
    summary: 'What a client’s model should know of the file that it has just read or written',
    description:
      'At most 256 KiB. Speaks once per library and session, then only of what the written lines do; no file is opened.',
    tag: 'search',
    body: hookEvent,
    responses: {
      200: { description: 'At most 120 tokens for the model, or nothing.', schema: Type.Unsafe(hookAnswer) },
    },
    errors: [...BODY_ERRORS, 'hook_off'],
    async handle({ request, record }) {
      if (answer === undefined) throw new ApiError('hook_off', HOOK_OFF);
      assertReadable(queries);
      const { body, told } = answer(await readJson({ request }, LIMITS.hookBytes));
      if (told !== undefined) record({ client: told.client, target: told.skillKey, told });
      return body;
    },
  });
}

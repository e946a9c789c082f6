import { Type } from '@sinclair/typebox';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { object, optional, text } from '../../contract/schema.ts';
import type { HookAnswer } from '../../hooks/tell.ts';
import { assertReadable, BODY_ERRORS, defineRoute, type Route, readJson } from '../route.ts';

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

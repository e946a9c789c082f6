import type { ServerContext } from '@modelcontextprotocol/server';
import { type Skill, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { McpError, type McpMethod, type McpObject } from '../dispatcher.ts';

type Forward = (method: McpMethod, params: McpObject, context: ServerContext) => Promise<McpObject>;

/** SEP-2640, validated by the SDK. Attach first: other handlers replace shared methods. */
export function createSkillsExtension(
  forward: Forward,
  cacheHint: { readonly ttlMs: number; readonly cacheScope: 'private' },
): SkillsExtension {
  return new SkillsExtension({
    cacheHint,
    // Invalid entries are our fault: fail and log instead of dropping them.
    strict: true,
    source: {
      async list(params, context) {
        const { skills, nextCursor } = await forward('skills/list', { ...params }, context);
        return { skills: skills as Skill[], ...(typeof nextCursor === 'string' && { nextCursor }) };
      },
      async get(uri, context) {
        try {
          return (await forward('skills/get', { uri }, context))['skill'] as Skill;
        } catch (error) {
          if (error instanceof McpError) return undefined;
          throw error;
        }
      },
      // The resource handler reads everything.
      read: async () => undefined,
    },
  });
}

import type { ServerContext } from '@modelcontextprotocol/server';
import { type Skill, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { McpError, type McpMethod, type McpObject } from '../dispatcher.ts';

/** Hands a request of the extension on. */
type Forward = (method: McpMethod, params: McpObject, context: ServerContext) => Promise<McpObject>;

/**
 * Skills over MCP (SEP-2640) for one server: the SDK checks what goes out against the extension's rules. To be attached
 * before the other handlers, which answer what both of them take.
 */
export function createSkillsExtension(
  forward: Forward,
  cacheHint: { readonly ttlMs: number; readonly cacheScope: 'private' },
): SkillsExtension {
  return new SkillsExtension({
    cacheHint,
    // What the SDK would drop with a warning is a fault of ours: the request fails, and the log says why.
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
      // All resources are read in one place.
      read: async () => undefined,
    },
  });
}

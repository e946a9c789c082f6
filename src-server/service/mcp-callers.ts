import { type ActivityEvent, INTRODUCTIONS } from '../contract/api/activity.ts';
import type { McpCaller } from '../contract/api/api.ts';

/** So many programs are remembered; beyond, the one that called longest ago is forgotten. */
const MAX_CALLERS = 32;
const INTRODUCTION_ROUTES: readonly string[] = Object.values(INTRODUCTIONS);

/** Who was heard of by MCP since the service started, and what each read last: what shows that a program is connected. */
export interface McpCallers {
  note(event: ActivityEvent): void;
  /** The latest first. */
  list(): readonly McpCaller[];
}

/** Knows nobody at first; the memory is this process's. */
export function createMcpCallers(): McpCallers {
  const callers = new Map<string, McpCaller>();
  return {
    note(event) {
      const { client } = event;
      const before = callers.get(client);
      callers.delete(client);
      callers.set(client, nextCaller(before, event));
      const [oldest] = callers.keys();
      if (callers.size > MAX_CALLERS && oldest !== undefined) callers.delete(oldest);
    },
    list: () => [...callers.values()].reverse(),
  };
}

/** What a call that wasn't answered proves is nothing: it leaves the last one that was. */
function nextCaller(before: McpCaller | undefined, event: ActivityEvent): McpCaller {
  const { client, at, route, skillKey, target, status } = event;
  const isCall = status === 200 && !INTRODUCTION_ROUTES.includes(route);
  const lastCall = isCall ? at : before?.lastCall;
  const file =
    skillKey !== undefined && target.startsWith(`${skillKey}/`) && target.slice(skillKey.length + 1);
  const lastRead =
    skillKey === undefined || !isCall ? before?.lastRead : { at, skillKey, ...(file ? { file } : {}) };
  return {
    name: client,
    lastAt: at,
    ...(lastCall === undefined ? {} : { lastCall }),
    ...(lastRead === undefined ? {} : { lastRead }),
  };
}

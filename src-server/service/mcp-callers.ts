import { type ActivityEvent, INTRODUCTIONS } from '../contract/api/activity.ts';
import type { McpCaller } from '../contract/api/api.ts';

/** Then forgets the oldest. */
const MAX_CALLERS = 32;
const INTRODUCTION_ROUTES: readonly string[] = Object.values(INTRODUCTIONS);

/** Clients since the start: proof of a connection. */
interface McpCallers {
  note(event: ActivityEvent): void;
  list(): readonly McpCaller[];
}

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

/** Failed calls don't replace the last answered call. */
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

/** What clients were seen to do, the same for the command line and the window. Pure. */
import type { McpCaller } from '../api/api.ts';
import { isClientName, MCP_CLIENTS, type McpClientId } from './mcp-clients.ts';

/** What a client was seen to do: it started, its calls were answered, it read a skill; the latest of each. */
export type ClientCalls = Omit<McpCaller, 'name'>;

/** What the programs that call themselves by one client's names did, taken together; undefined where none was heard of. */
export function callsOf(id: McpClientId, callers: readonly McpCaller[]): ClientCalls | undefined {
  return joinCalls(callers.filter(({ name }) => isClientName(MCP_CLIENTS[id], name)));
}

/** What was seen in several places, as one; undefined where nothing was. */
export function joinCalls(all: readonly ClientCalls[]): ClientCalls | undefined {
  const lastAt = latest(all.map((calls) => calls.lastAt));
  if (lastAt === undefined) return undefined;
  const lastCall = latest(all.flatMap((calls) => calls.lastCall ?? []));
  const reads = all.flatMap((calls) => calls.lastRead ?? []);
  const lastRead = reads.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  return {
    lastAt,
    ...(lastCall === undefined ? {} : { lastCall }),
    ...(lastRead === undefined ? {} : { lastRead }),
  };
}

/** @param times ISO 8601 in UTC, which sort as texts */
function latest(times: readonly string[]): string | undefined {
  return times.toSorted().at(-1);
}

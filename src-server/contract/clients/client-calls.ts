import type { McpCaller } from '../api/api.ts';
import { isClientName, type McpClientId } from './client-names.ts';

export type ClientCalls = Omit<McpCaller, 'name'>;

export function callsOf(id: McpClientId, callers: readonly McpCaller[]): ClientCalls | undefined {
  return joinCalls(callers.filter(({ name }) => isClientName(id, name)));
}

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

/** @param times ISO 8601 in UTC: sortable */
function latest(times: readonly string[]): string | undefined {
  return times.toSorted().at(-1);
}

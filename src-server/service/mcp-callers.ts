import { type ActivityEvent, INTRODUCTIONS } from '../contract/api/activity.ts';
import type { McpCaller } from '../contract/api/api.ts';

/** Then forgets the oldest. */
const MAX_CALLERS = 32;
const INTRODUCTION_ROUTES: readonly string[] = Object.values(INTRODUCTIONS);

/** Clients since the start, latest first: proof of a connection. */
export class McpCallers {
  readonly #callers = new Map<string, McpCaller>();

  note(event: ActivityEvent): void {
    const { client } = event;
    const before = this.#callers.get(client);
    this.#callers.delete(client);
    this.#callers.set(client, nextCaller(before, event));
    const [oldest = ''] = this.#callers.keys();
    if (this.#callers.size > MAX_CALLERS) this.#callers.delete(oldest);
  }

  list(): readonly McpCaller[] {
    return [...this.#callers.values()].reverse();
  }
}

/** Failed calls don't replace the last answered call. */
function nextCaller(before: McpCaller | undefined, event: ActivityEvent): McpCaller {
  const { client: name, at, route, skillKey, target, status } = event;
  const caller = { ...before, name, lastAt: at };
  if (status !== 200 || INTRODUCTION_ROUTES.includes(route)) return caller;
  if (skillKey === undefined) return { ...caller, lastCall: at };
  const file = target.startsWith(`${skillKey}/`) ? target.slice(skillKey.length + 1) : '';
  return { ...caller, lastCall: at, lastRead: { at, skillKey, ...(file !== '' && { file }) } };
}

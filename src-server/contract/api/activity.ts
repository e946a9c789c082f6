import type { FindResult, QuestionReport } from './api.ts';

export interface ActivityEvent {
  readonly at: string;
  /** MCP client, or first product of the user agent; else `unknown`. */
  readonly client: string;
  readonly protocol: 'http' | 'mcp';
  /** Route (`GET /v1/find`) or tool (`find_skills`). */
  readonly route: string;
  /** Key, key and section, or query. At most 200 characters. */
  readonly target: string;
  /** The skill whose text was answered. */
  readonly skillKey?: string;
  /** HTTP status. Tools: 200, or 400 for errors. */
  readonly status: number;
  readonly durationMs: number;
  readonly tokens?: number;
  /** 0 shows a gap in the registry. */
  readonly results?: number;
}

/** Routes of a client's introduction, no real call, by MCP revision. */
export const INTRODUCTIONS = { modern: 'server/discover', legacy: 'initialize' } as const;

export type ActivityListener = (event: ActivityEvent) => void;

/** User agent of the app's own requests. */
export const OWN_CLIENT = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** People read there: no agent asked. */
export function isPageOrWindow(client: string): boolean {
  return client === OWN_CLIENT || BROWSER.test(client);
}

/** Results that answer. None where the best is weak, so probably about another subject, and where all are withheld. */
export function answeringResults({
  results,
  question,
}: {
  readonly results: readonly FindResult[];
  readonly question?: QuestionReport | undefined;
}): number {
  if (question?.verdict === 'none' || question?.strength === 'weak') return 0;
  return results.filter(({ warning }) => warning === undefined).length;
}

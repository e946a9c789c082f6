/** One request that was answered: who asked what, how it went. Kept in memory only, by whoever listens. */
export interface ActivityEvent {
  /** When it arrived; ISO 8601. */
  readonly at: string;
  /** MCP client name, or the first product of the user agent; `unknown` where there is none. */
  readonly client: string;
  readonly door: 'http' | 'mcp';
  /** The route's pattern (`GET /v1/find`) or the tool's name (`find_skills`). */
  readonly route: string;
  /** What was asked for: the key, the key and section, or the query. At most 200 characters. */
  readonly target: string;
  /** The skill it was about, where there is one. */
  readonly skillKey?: string;
  /** HTTP status; for a tool 200, or 400 where it answered with an error. */
  readonly status: number;
  /** From the request's arrival to the answer's end. */
  readonly durationMs: number;
  /** o200k tokens of the texts that were given, where they are known. */
  readonly tokens?: number;
  /** Results of a search or find: 0 is a gap in what the registry knows. */
  readonly results?: number;
}

/** Routes by which a client only says who it is, by revision: it called nothing yet. */
export const INTRODUCTIONS = { modern: 'server/discover', legacy: 'initialize' } as const;

/** Told of each request once it was answered. */
export type ActivityListener = (event: ActivityEvent) => void;

export interface ActivityEvent {
  /** Arrival; ISO 8601. */
  readonly at: string;
  /** MCP client name, or the first product of the user agent; `unknown` if missing. */
  readonly client: string;
  readonly protocol: 'http' | 'mcp';
  /** Route pattern (`GET /v1/find`) or tool name (`find_skills`). */
  readonly route: string;
  /** Requested key, key and section, or query. At most 200 characters. */
  readonly target: string;
  readonly skillKey?: string;
  /** HTTP status. Tools: 200, or 400 for an error. */
  readonly status: number;
  /** To the end of the answer. */
  readonly durationMs: number;
  /** o200k tokens of the texts, if known. */
  readonly tokens?: number;
  /** 0 shows a gap in the registry. */
  readonly results?: number;
}

/** Routes of a client's introduction, which isn't a real call, by MCP revision. */
export const INTRODUCTIONS = { modern: 'server/discover', legacy: 'initialize' } as const;

export type ActivityListener = (event: ActivityEvent) => void;

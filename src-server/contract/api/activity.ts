export interface ActivityEvent {
  readonly at: string;
  /** MCP client, or first product of the user agent; else `unknown`. */
  readonly client: string;
  readonly protocol: 'http' | 'mcp';
  /** Route (`GET /v1/find`) or tool (`find_skills`). */
  readonly route: string;
  /** Key, key and section, or query. At most 200 characters. */
  readonly target: string;
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

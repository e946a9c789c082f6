/** What a running service leaves for others to find it by: `<data>/skills-registry/servers/<pid>.json`. */
export interface DiscoveryFile {
  /** Version of this format. */
  readonly schema: 1;
  readonly pid: number;
  /** The same as `/v1/status` reports; a file with another one is stale. */
  readonly instanceId: string;
  readonly app: 'tray' | 'cli';
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Absolute path of the registry that is served. */
  readonly registry: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

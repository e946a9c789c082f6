const MIB = 1024 * 1024;

/** Limits of input from outside. A new limit replaces another, or names the user who needs it. */
export const LIMITS = {
  /** Of a text; larger texts are not served. */
  textBytes: 8 * MIB,
  /** Of all texts of a skill. */
  skillBytes: 16 * MIB,
  /** Of all texts in memory; further skills are not served. */
  registryBytes: 512 * MIB,
  filesPerSkill: 200,
  /** Folders between `skills/` and a skill, and below a skill. */
  folderDepth: 4,
  /** Read by rules and by the find index, from the beginning of a text. */
  analyzedBytes: 256 * 1024,
  /** Characters of a question in an address; beyond: 400. */
  queryLength: 1_000,
  /** Characters of a question in a body, such as a stack trace; beyond: 400. */
  postedQueryLength: 65_536,
  results: 1_000,
  /** Of a request; beyond: 413. */
  bodyBytes: MIB,
  gitFetchBytes: 200 * 1_000_000,
  gitFetchMs: 60_000,
  /** Further connections are closed. */
  connections: 4_096,
  /** Prepared answers in memory. */
  preparedBytes: 64 * MIB,
} as const;

/** Request line and headers; beyond: 431. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** Until headers are complete; beyond: 408. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Until the request is complete; beyond: 408. Default of `serve --request-timeout`. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Without traffic; then cut. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Until idle connections are closed. */
export const KEEP_ALIVE_TIMEOUT_MS = 15_000;

/** Of `/v1/events`; beyond: 503. */
export const MAX_EVENT_STREAMS = 128;

/** Others are refused. */
export const MAX_MCP_STREAMS = 128;

/** 5,000 packages of a project; beyond: 413. */
export const MAX_MATCH_BYTES = 2 * 1024 * 1024;

/** Beyond: 413. The longest argument has 65,536 characters. */
export const MAX_MCP_REQUEST_BYTES = 256 * 1024;

/** In tier2; beyond: 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

/** Others wait. One find reads, another computes; more only delay everybody. */
export const MAX_EXPLAINS_AT_ONCE = 2;

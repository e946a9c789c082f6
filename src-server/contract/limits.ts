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
  /** Of git and its children together, where the system tells (Linux). A fetch of 200 MB needs about half. */
  gitMemoryBytes: 1024 * MIB,
  /** Until a request is complete; beyond: 408. */
  requestMs: 30_000,
  /** Further connections are closed. */
  connections: 4_096,
  preparedBytes: 64 * MIB,
} as const;

/** Others are refused. */
export const MAX_MCP_STREAMS = 128;

/** In tier2; beyond: 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

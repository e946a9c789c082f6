import { groupDigits } from './words.ts';

const MIB = 1024 * 1024;

/** Limits of input from outside. A new limit replaces another, or names the user who needs it. */
export const LIMITS = {
  /** Of a text; larger texts are not served. */
  textBytes: 8 * MIB,
  /** Of skill.json; a larger one is not served. */
  manifestBytes: 256 * 1024,
  /** Of all texts of a skill. */
  skillBytes: 16 * MIB,
  /** Of all texts in memory; further skills are not served. */
  registryBytes: 512 * MIB,
  filesPerSkill: 200,
  /** Folders between `skills/` and a skill, and below a skill. */
  folderDepth: 4,
  /** Read by rules and by the find index, from the beginning of a text. */
  analyzedBytes: 256 * 1024,
  /** Characters of a part of a skill in an answer for a model; longer ones are cut, and the answer says so. */
  shownCharacters: 64 * 1024,
  /** Characters of texts in one answer for a model, some 64,000 tokens. */
  answerCharacters: 256 * 1024,
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

/**
 * `A question has 1,000 characters at most.` for a longer one, else undefined. The one check of every door: schemas of
 * addresses and bodies count characters the same way.
 */
export function tooLongQuestion(question: string, most: number): string | undefined {
  // Characters have one or two units: counting them is only needed in between.
  if (question.length <= most) return undefined;
  if (question.length <= 2 * most && Array.from(question).length <= most) return undefined;
  return `A question has ${groupDigits(most)} characters at most.`;
}

/** Streams that stay open, of MCP and of `GET /v1/events` each; others are refused. */
export const MAX_STREAMS = 128;

/** Messages of a batch over MCP; a longer one is refused. */
export const MAX_BATCH_CALLS = 50;
/** Characters of all answers of a batch; the calls behind are refused. */
export const MAX_BATCH_ANSWERS = MIB;

/** In tier2; beyond: 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

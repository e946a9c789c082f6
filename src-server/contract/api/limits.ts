/**
 * How much of everything the service takes, holds and does at once. Each limit is named here alone, and has a row in the
 * table of docs/security.md; a test holds the two together.
 */

/** Bytes of a request's line and headers together; beyond it 431. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** Milliseconds until a request's headers must be here; beyond it 408. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Milliseconds until a whole request must be here; beyond it 408. `serve --request-timeout` sets another one. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Milliseconds after which a connection on which nothing moves is cut, be it a slow reader or a forgotten one. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Milliseconds that a connection is kept open for another request. */
export const KEEP_ALIVE_TIMEOUT_MS = 15_000;

/** Connections at once; further ones are closed unanswered. `serve --max-connections` sets another number. */
export const MAX_CONNECTIONS = 4_096;

/** Requests of one connection that wait for the answer before them; nothing is read from it while there are more. */
export const MAX_WAITING_PER_CONNECTION = 128;

/** Requests of all connections that are worked on at once; beyond it 503, except for `/health` and `/v1/status`. */
export const MAX_RUNNING = 512;

/** Requests with a body that are worked on at once, on all connections; apart, since bodies may take their time to come. */
export const MAX_RUNNING_WITH_BODY = 128;

/** Bytes that the bodies of all these requests may have; beyond it 503. */
export const MAX_BODIES_BYTES = 32 * 1024 * 1024;

/** Bytes of all answers that are made or unread; beyond it answers wait, and the one that lies unread longest is cut. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** Streams of MCP that are open at once, to tell of changes; beyond it refused. */
export const MAX_MCP_STREAMS = 128;

/**
 * Finds with `explain=1` that run at once; further ones wait for their turn. One reads while the other computes; with
 * more of them, everybody else waits longer and nobody gets an answer sooner.
 */
export const MAX_EXPLAINS_AT_ONCE = 2;

/** Bytes that prepared answers may take in memory. `serve --body-budget` sets another number. */
export const BODY_BUDGET_BYTES = 128 * 1024 * 1024;

/** Bytes of a submitted skill with all its texts; beyond it 413. */
export const MAX_SUBMISSION_BYTES = 1024 * 1024;

/** Skills of tier2 in a registry that takes submissions; beyond it 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

/** Bytes of a request to `/v1/match`; beyond it 413. */
export const MAX_MATCH_BYTES = 2 * 1024 * 1024;

/** Bytes of a note about a skill; beyond it 413. */
export const MAX_REPORT_BYTES = 16 * 1024;

/** Bytes of a body of `POST /v1/find`; beyond it 413. */
export const MAX_FIND_BYTES = 512 * 1024;

/** Bytes of a request to `/mcp`; beyond it 413. The longest argument has 65,536 characters. */
export const MAX_MCP_REQUEST_BYTES = 256 * 1024;

/** A test compares the limits with docs/security.md. */

/** Bytes of request line and headers; beyond: 431. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** Milliseconds until the headers are complete; beyond: 408. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Milliseconds until the request is complete; beyond: 408. Default of `serve --request-timeout`. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Milliseconds without traffic until a connection is cut. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Milliseconds until an idle connection is closed. */
export const KEEP_ALIVE_TIMEOUT_MS = 15_000;

/** Further connections are closed. Default of `serve --max-connections`. */
export const MAX_CONNECTIONS = 4_096;

/** Pipelined requests of a connection. Reading stops beyond. */
export const MAX_WAITING_PER_CONNECTION = 128;

/** Pipelined requests of all connections, some 5 kB each. Beyond, the sending connection is closed. */
export const MAX_WAITING = 8_192;

/** Running requests; beyond: 503, except for `/health` and `/v1/status`. */
export const MAX_RUNNING = 512;

/** Separate, since bodies may arrive slowly. */
export const MAX_RUNNING_WITH_BODY = 128;

/** Bytes of all request bodies; beyond: 503. */
export const MAX_BODIES_BYTES = 32 * 1024 * 1024;

/** Bytes of unread answers. Beyond, answers wait, and the oldest is cut. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Further streams are refused. */
export const MAX_MCP_STREAMS = 128;

/** Pages that follow `/v1/events`; beyond: 503. */
export const MAX_EVENT_STREAMS = 128;

/** Others wait. One find reads while the other computes; more would only delay everybody. */
export const MAX_EXPLAINS_AT_ONCE = 2;

/** Bytes of prepared answers in memory. Default of `serve --body-budget`. */
export const BODY_BUDGET_BYTES = 128 * 1024 * 1024;

/** Bytes with all texts; beyond: 413. */
export const MAX_SUBMISSION_BYTES = 1024 * 1024;

/** In tier2; beyond: 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

/** Bytes; beyond: 413. */
export const MAX_MATCH_BYTES = 2 * 1024 * 1024;

/** Bytes; beyond: 413. */
export const MAX_REPORT_BYTES = 16 * 1024;

/** Bytes; beyond: 413. */
export const MAX_FIND_BYTES = 512 * 1024;

/** Bytes; beyond: 413. The longest argument has 65,536 characters. */
export const MAX_MCP_REQUEST_BYTES = 256 * 1024;

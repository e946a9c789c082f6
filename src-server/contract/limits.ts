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

/** Others are closed. Default of `serve --max-connections`. */
export const MAX_CONNECTIONS = 4_096;

/** Of `/v1/events`; beyond: 503. */
export const MAX_EVENT_STREAMS = 128;

/** Others are refused. */
export const MAX_MCP_STREAMS = 128;

/** Prepared answers. Default of `serve --body-budget`. */
export const BODY_BUDGET_BYTES = 64 * 1024 * 1024;

/** Of requests; beyond: 413. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** 5,000 packages of a project; beyond: 413. */
export const MAX_MATCH_BYTES = 2 * 1024 * 1024;

/** Beyond: 413. The longest argument has 65,536 characters. */
export const MAX_MCP_REQUEST_BYTES = 256 * 1024;

/** In tier2; beyond: 409. */
export const MAX_SUBMITTED_SKILLS = 5_000;

/** Others wait. One find reads, another computes; more only delay everybody. */
export const MAX_EXPLAINS_AT_ONCE = 2;

/**
 * The failures that the service answers with, by code: their HTTP status, and a summary for the OpenAPI document. The
 * body of each is `{ "error": message }`.
 */
export const ERRORS = {
  bad_request: { status: 400, summary: 'the request is malformed' },
  bad_query: { status: 400, summary: 'a query parameter is missing, repeated or out of range' },
  unauthorized: { status: 401, summary: 'the token that this service asks for is missing or wrong' },
  forbidden_host: { status: 403, summary: 'the Host header names no address of this service' },
  forbidden_origin: { status: 403, summary: 'a web page of another origin asked' },
  submissions_off: { status: 403, summary: 'submissions are turned off' },
  hook_off: { status: 403, summary: 'nothing is told unasked, because other machines could ask' },
  skill_not_found: { status: 404, summary: 'no skill has this key' },
  section_not_found: { status: 404, summary: 'the skill has no such file' },
  route_not_found: { status: 404, summary: 'there is no such path' },
  method_not_allowed: { status: 405, summary: 'the path exists, the method does not' },
  request_timeout: { status: 408, summary: 'the request took too long to arrive' },
  skill_exists: { status: 409, summary: 'a skill with this key exists' },
  registry_full: { status: 409, summary: 'the registry has as many submitted skills as it keeps' },
  body_too_large: { status: 413, summary: 'the body is over the limit' },
  unsupported_media_type: { status: 415, summary: 'the body is not JSON' },
  expectation_failed: { status: 417, summary: 'the Expect header asks for what is not possible' },
  skill_invalid: { status: 422, summary: 'the submitted skill breaks a rule' },
  headers_too_large: { status: 431, summary: 'the headers are over the limit' },
  internal: { status: 500, summary: 'an unexpected failure; the log has the cause' },
  too_many_streams: { status: 503, summary: 'as many streams are open as the service keeps' },
  registry_unavailable: { status: 503, summary: 'the registry folder cannot be read now' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly summary: string }>>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A failure that is answered to the caller as it is: its code gives the status, its message is a sentence for people.
 * Whatever else is thrown becomes `internal`, with its cause in the log alone. `headers` are added to the answer.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.code = code;
    this.headers = options?.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** What is said where the files of a running program were replaced, as by `npm run build` or an update. */
export const BUILT_ANEW = 'Skills Registry was built anew or updated since it started: restart it.';

/** Makes an error of something unforeseen. Modules that are loaded late are gone after a new build: their names have hashes. */
export function unforeseen(cause: unknown, message: string): ApiError {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const isGone = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return new ApiError('internal', isGone ? BUILT_ANEW : message, { cause });
}

/** Message of a thrown value, which may be anything. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a service over a shared registry takes no submissions. */
export const NO_WRITES_OF_REPLICAS =
  'This service is one of several over the same registry (--replica), so a skill in its folder would be missing elsewhere. Submit to a service without --replica over the folder where the registry is kept.';

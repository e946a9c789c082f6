import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { Activity, ActivityListener } from '../contract/api.ts';
import { ApiError, unforeseen } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { StartedWith } from '../contract/page.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import { CLIENT_HEADER, type Logger, NONCE_HEADER, PROOF_HEADER } from '../contract/service.ts';
import { groupBy } from '../contract/words.ts';
import { type AccessPolicy, findRefusal, parseTarget, type TokenDemand } from './access.ts';
import { BodyCache, PreparedBody, sendError, sendJson, sendPrepared } from './bodies.ts';
import { openApiRoute, schemaRoutes } from './openapi.ts';
import { type Answer, type Call, handlerOf, type RecordActivity, type Route, takeTurn } from './route.ts';
import { type AnswerHook, hookRoute, type McpHandler, mcpRoute } from './routes/agents.ts';
import { pageRoutes } from './routes/page.ts';
import { type FitProject, findRoutes, matchRoute, searchRoutes } from './routes/search.ts';
import { type FitSkill, skillRoutes, submitRoute } from './routes/skills.ts';
import { diagnosticsRoute, statusRoutes } from './routes/status.ts';

const ignore = () => {};

/**
 * Reports a call when its answer has ended. Returns what adds details to the report.
 *
 * @param route method and pattern, such as `GET /v1/find`
 */
export function recordActivity(
  route: string,
  request: Request,
  response: Response,
  logger: Logger,
  onActivity: ActivityListener | undefined,
): RecordActivity {
  if (onActivity === undefined && !logger.isDebug) return ignore;
  const startedAt = performance.now();
  const startedOn = Date.now();
  const activity: { -readonly [Name in keyof Details]: Details[Name] } = {};
  // It closes once; `once` makes a further function for each request.
  response.on('close', () => {
    const at = new Date(startedOn).toISOString();
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const target = (activity.target ?? request.path).slice(0, LIMITS.targetCharacters);
    const { statusCode: status } = response;
    if (logger.isDebug) logger.debug(`${request.method} ${target} ${status} ${durationMs} ms`);
    const asking = mcpClient(request.headers[CLIENT_HEADER]);
    const client = asking ?? userAgentProduct(request.headers['user-agent']);
    const protocol = asking === undefined ? 'http' : 'mcp';
    onActivity?.({ at, client, protocol, route, ...activity, target, status, durationMs });
  });
  return (more) => void Object.assign(activity, more);
}

type Details = Parameters<RecordActivity>[0];

function mcpClient(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  return (
    Buffer.from(header, 'base64url')
      .toString()
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, LIMITS.clientCharacters) || undefined
  );
}

/** Returns the first product of a user agent: `curl/8.11`. */
export function userAgentProduct(userAgent: string | undefined): string {
  return /\S+/.exec(userAgent ?? '')?.[0].slice(0, LIMITS.clientCharacters) ?? 'unknown';
}

export interface AppOptions {
  readonly queries: ServiceQueries;
  readonly fitSkill: FitSkill;
  readonly fitProject: FitProject;
  readonly access: AccessPolicy;
  /** The token that all routes but `/health` ask for. Default: none. */
  readonly token?: TokenDemand | undefined;
  readonly logger: Logger;
  readonly onActivity?: ActivityListener;
  /** Makes the answer of `GET /v1/activity`. Default: nothing is recorded. */
  readonly activity?: (() => Activity) | undefined;
  /** Answers hooks of clients. Undefined where other machines could ask. */
  readonly answerHook?: AnswerHook | undefined;
  readonly allowSubmit?: boolean;
  /**
   * Whether it is one of several services over a registry, none of which may write into the folder. Default: false.
   */
  readonly isReplica?: boolean;
  readonly pageFolder?: string | undefined;
  readonly command?: string | undefined;
  readonly startedWith?: StartedWith | undefined;
  readonly mcpHandler?: McpHandler;
  /** Is called once, with the 500th request: more are likely to come. */
  readonly onManyRequests?: () => void;
  /** Proves that the service has the secret of its discovery file. */
  readonly prove?: (nonce: string) => string;
}

export interface HttpApp {
  /** The router, with the prototypes of requests and responses. */
  readonly express: Express;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const MAX_NONCE_LENGTH = 100;
const MANY_REQUESTS = 500;

/** Answers a request whose address was matched. What it throws or rejects with is the answer, too. */
type Take = (request: Request, response: Response) => Promise<void> | undefined;

/** An address that was asked for, with its route: the next request for it needs no matching. */
interface KnownAddress {
  readonly take: Take;
  readonly params: Request['params'];
}

/** Routes by address, of requests without a query to routes that compute nothing: matching costs them the most. */
class KnownAddresses {
  readonly #known = new Map<string, KnownAddress>();

  of({ method, url }: Request): KnownAddress | undefined {
    return method === 'GET' ? this.#known.get(url) : undefined;
  }

  add({ method, url, params }: Request, take: Take): void {
    if (method !== 'GET' || url.length > LIMITS.targetCharacters || url.includes('?')) return;
    if (this.#known.size >= LIMITS.knownAddresses) this.#known.clear();
    this.#known.set(url, { take, params });
  }
}

export function createApp(options: AppOptions): HttpApp {
  const { logger, prove } = options;
  const known = new KnownAddresses();
  const app = createRouter(options, known);
  let asked = 0;
  return {
    express: app,
    answer(message, answer) {
      asked += 1;
      if (asked === MANY_REQUESTS) options.onManyRequests?.();
      // The prototypes are Express's already; see http/server.ts.
      const [request, response] = [message as Request, answer as Response];
      const nonce = request.headers[NONCE_HEADER];
      if (prove !== undefined && typeof nonce === 'string' && nonce.length <= MAX_NONCE_LENGTH)
        response.setHeader(PROOF_HEADER, prove(nonce));
      const refusal = findRefusal(request, options);
      if (refusal !== undefined) {
        sendError(response, refusal);
        return;
      }
      // Express doesn't route absolute addresses.
      if (!request.url.startsWith('/')) request.url = parseTarget(request.url)?.path ?? '/';
      const fail = (error?: unknown) => answerError(error ?? noRoute(request), request, response, logger);
      const address = known.of(request);
      if (address === undefined) app(request, response, fail);
      else takeKnown(address, request, response, fail);
    },
  };
}

/** Answers as Express would, for an address whose route it has found before. */
function takeKnown(
  { take, params }: KnownAddress,
  request: Request,
  response: Response,
  fail: (error: unknown) => void,
): void {
  request.params = params;
  request.res = response; // for `request.fresh`
  try {
    take(request, response)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Returns all routes in the order in which they are matched. */
export function allRoutes(options: AppOptions): readonly Route[] {
  const { queries, token, mcpHandler } = options;
  const bodies = new BodyCache(LIMITS.preparedBytes);
  const routes: Route[] = [
    ...statusRoutes(queries, options.activity),
    ...findRoutes(queries),
    ...searchRoutes(queries),
    ...skillRoutes(queries, bodies, options.fitSkill),
    submitRoute(queries, options),
    diagnosticsRoute(queries, bodies),
    matchRoute(queries, options.fitProject),
    hookRoute(queries, options.answerHook),
    ...(mcpHandler === undefined ? [] : [mcpRoute(mcpHandler)]),
    ...schemaRoutes(),
    ...pageRoutes(options),
  ];
  return [...routes, openApiRoute(routes, token !== undefined)];
}

function createRouter(options: AppOptions, known: KnownAddresses): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  for (const [path, routes] of groupBy(allRoutes(options), (route) => route.path))
    mount(app, path, routes, options, known);
  return app;
}

/** Mounts the routes of a path. Other methods are answered with 405. */
function mount(
  app: Express,
  path: string,
  routes: readonly Route[],
  { logger, onActivity }: Pick<AppOptions, 'logger' | 'onActivity'>,
  known: KnownAddresses,
): void {
  const mounted = app.route(path);
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const listener = route.recordsItself ? undefined : onActivity;
    const handle = handlerOf(route);
    const take = (request: Request, response: Response) => {
      const call = { request, response, record: recordActivity(name, request, response, logger, listener) };
      // With a body, the turn is taken when it has been read.
      const turn = route.body === undefined && !route.isReady ? takeTurn(request) : undefined;
      const answer = turn === undefined ? handle(call) : turn.then(() => handle(call));
      // What is at hand waits for no turn of promises.
      return answer instanceof Promise ? answer.then((ready) => send(call, ready)) : send(call, answer);
    };
    mounted[route.method === 'GET' ? 'get' : 'post']((request: Request, response: Response) => {
      if (route.isReady) known.add(request, take);
      return take(request, response);
    });
  }
  const allow = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  mounted.all(({ method }: Request) => {
    const message = `${method} is not possible here; use ${allow}.`;
    throw new ApiError('method_not_allowed', message, { headers: { Allow: allow } });
  });
}

function send(
  { request, response }: Pick<Call, 'request' | 'response'>,
  answer: Answer,
): Promise<void> | undefined {
  if (answer instanceof PreparedBody) return sendPrepared(request, response, answer);
  if (answer !== undefined) sendJson(response, answer);
  return undefined;
}

function noRoute({ url }: Request): ApiError {
  const path = url.replace(/\?.*/s, '');
  return new ApiError('route_not_found', `There is no ${path}. /openapi.json lists all paths.`);
}

function answerError(thrown: unknown, request: Request, response: Response, logger: Logger): void {
  const { method, path } = request;
  if (request.socket.destroyed || response.writableEnded) {
    // The caller left or already has an error: a failing handler is a consequence.
    logger.debug('A request ended early.', { method, cause: String(thrown) });
    return;
  }
  const error = thrown instanceof ApiError ? thrown : errorOfExpress(thrown);
  if (error.code === 'internal') {
    const { cause } = error;
    logger.error(error.message, {
      method,
      path,
      cause: cause instanceof Error ? cause.stack : String(cause),
    });
  }
  sendError(response, error);
}

/** Makes an error of what Express threw, or of something unforeseen. */
function errorOfExpress(error: unknown): ApiError {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  if (status === 400) return new ApiError('bad_request', 'The request could not be understood.');
  return unforeseen(error, 'The service failed to answer this request. Its log has the cause.');
}

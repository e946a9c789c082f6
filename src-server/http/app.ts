import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { ActivityListener } from '../contract/api/activity.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { LIMITS } from '../contract/limits.ts';
import { NONCE_HEADER, PROOF_HEADER } from '../contract/service/discovery.ts';
import type { Logger } from '../contract/service/logger.ts';
import { withdrawnSentence } from '../contract/withdrawn.ts';
import { groupBy } from '../group-by.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { recordActivity } from './activity-recorder.ts';
import { BodyCache } from './body-cache.ts';
import { findRefusal, parseTarget, type TokenDemand } from './find-refusal.ts';
import type { AccessPolicy } from './host-policy.ts';
import { handlerOf, type Route } from './route.ts';
import { diagnosticsRoutes } from './routes/diagnostics.ts';
import { findRoutes } from './routes/find.ts';
import { listRoute } from './routes/list.ts';
import { matchRoute } from './routes/match.ts';
import { type McpHandler, mcpRoute } from './routes/mcp.ts';
import { openApiRoute } from './routes/openapi.ts';
import { pageRoutes } from './routes/page.ts';
import { schemaRoutes } from './routes/schemas.ts';
import { searchRoutes } from './routes/search.ts';
import { sectionRoute } from './routes/section.ts';
import { skillRoute } from './routes/skill.ts';
import { statusRoutes } from './routes/status.ts';
import { submitRoute } from './routes/submit.ts';
import { tokensRoute } from './routes/tokens.ts';
import { sendApiError, sendError } from './send.ts';

export interface AppOptions {
  readonly served: ServedRegistry;
  readonly access: AccessPolicy;
  /** Not for `/health`; default: none. */
  readonly token?: TokenDemand;
  readonly logger: Logger;
  readonly onActivity?: ActivityListener;
  /** Default false. */
  readonly allowSubmit?: boolean;
  /** One of several services over a registry: none may write into the folder. Default false. */
  readonly isReplica?: boolean;
  /** Default: a plain page. */
  readonly pageFolder?: string;
  /** Shown in command lines. */
  readonly command?: string | undefined;
  /** Default: no `/mcp`. */
  readonly mcpHandler?: McpHandler;
  /** Proves ownership of the discovery file. */
  readonly prove?: (nonce: string) => string;
  /** Default `LIMITS.preparedBytes`. */
  readonly bodyBudgetBytes?: number;
}

export interface HttpApp {
  /** Has the prototypes of requests and responses. */
  readonly express: Express;
  /** Called first. */
  findRefusal(request: IncomingMessage): ApiError | undefined;
  /** Adds the requested proof header. */
  prove(request: IncomingMessage, response: ServerResponse): void;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const MAX_NONCE_LENGTH = 100;

export function createApp(options: AppOptions): HttpApp {
  const { access, token, logger, prove } = options;
  const app = createRouter(options);
  return {
    express: app,
    findRefusal: (request) => findRefusal(request, { access, token }),
    prove(request, response) {
      const nonce = request.headers[NONCE_HEADER];
      if (prove !== undefined && typeof nonce === 'string' && nonce.length <= MAX_NONCE_LENGTH)
        response.setHeader(PROOF_HEADER, prove(nonce));
    },
    answer(request, response) {
      // Express doesn't route absolute addresses.
      request.url = parseTarget(request.url ?? '')?.path ?? '/';
      // The prototypes are Express's already; see http-server.ts.
      const [asked, answer] = [request as Request, response as Response];
      app(asked, answer, (error?: unknown) => answerError(error ?? noRoute(asked), asked, answer, logger));
    },
  };
}

/** In matching order. */
export function allRoutes(options: AppOptions): readonly Route[] {
  const { served, token, mcpHandler, bodyBudgetBytes = LIMITS.preparedBytes } = options;
  const { queries } = served;
  const bodies = new BodyCache(bodyBudgetBytes);
  const routes: Route[] = [
    ...statusRoutes(served),
    ...findRoutes(queries),
    ...searchRoutes(queries),
    listRoute(queries, bodies),
    submitRoute(queries, options),
    skillRoute(served, bodies),
    sectionRoute(queries, bodies),
    ...diagnosticsRoutes(queries, bodies),
    tokensRoute(served),
    matchRoute(queries),
    ...(mcpHandler === undefined ? [] : [mcpRoute(mcpHandler)]),
    ...schemaRoutes(),
    ...pageRoutes(served, options),
  ];
  return [...routes, openApiRoute(routes, token !== undefined)];
}

function createRouter(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  for (const [path, routes] of groupBy(allRoutes(options), (route) => route.path))
    mount(app, path, routes, options);
  return app;
}

/** Other methods get 405. */
function mount(
  app: Express,
  path: string,
  routes: readonly Route[],
  { logger, onActivity }: Pick<AppOptions, 'logger' | 'onActivity'>,
): void {
  const mounted = app.route(path);
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const listener = route.recordsItself ? undefined : onActivity;
    const handle = handlerOf(route);
    const answer = (request: Request, response: Response) =>
      handle({ request, response, record: recordActivity(name, request, response, logger, listener) });
    if (route.method === 'GET') mounted.get(answer);
    else mounted.post(answer);
  }
  const allow = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  mounted.all((request: Request, response: Response) => {
    sendError(response, 405, `${request.method} is not possible here; use ${allow}.`, { Allow: allow });
  });
}

function noRoute({ url }: Request): ApiError {
  const path = url.replace(/\?.*/s, '');
  const gone = withdrawnSentence('address', path);
  return new ApiError('route_not_found', gone ?? `There is no ${path}. /openapi.json lists all paths.`);
}

function answerError(error: unknown, request: Request, response: Response, logger: Logger): void {
  if (request.socket.destroyed || response.writableEnded) {
    // The caller left or already has an error: a failing handler is a consequence.
    logger.debug('A request ended early.', { method: request.method, cause: String(error) });
    return;
  }
  if (error instanceof ApiError) {
    if (error.code === 'internal')
      logger.error(error.message, { path: request.path, cause: String(error.cause) });
    sendApiError(response, error);
    return;
  }
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 400 || status === 413 || status === 415) {
    sendError(response, status, describeBodyError(error, status));
    return;
  }
  const cause = error instanceof Error ? error.stack : String(error);
  logger.error('A request failed.', { method: request.method, path: request.path, cause });
  sendError(response, 500, 'The service failed to answer this request. Its log has the cause.');
}

/** Of Express and its body parser. */
function describeBodyError(error: unknown, status: 400 | 413 | 415): string {
  const { limit } = error as { readonly limit?: unknown };
  if (status === 413 && typeof limit === 'number')
    return `The request body is larger than ${limit / 1024 / 1024} MiB.`;
  return CLIENT_ERRORS[status];
}

const CLIENT_ERRORS: Readonly<Record<400 | 413 | 415, string>> = {
  400: 'The request could not be understood.',
  413: 'The request body is too large.',
  415: 'The request body must be JSON.',
};

import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ActivityListener } from '../contract/activity.ts';
import { ApiError } from '../contract/error-codes.ts';
import type { Logger } from '../contract/logger.ts';
import type { ServedRegistry } from '../service/served-registry.ts';
import { recordActivity } from './activity-recorder.ts';
import { BodyCache } from './body-cache.ts';
import type { AccessPolicy } from './host-policy.ts';
import { sendError } from './respond.ts';
import type { Route } from './route.ts';
import { findRoute } from './routes/find.ts';
import { healthRoute } from './routes/health.ts';
import { listRoute } from './routes/list.ts';
import { type McpHandler, mcpRoute } from './routes/mcp.ts';
import { openApiRoute } from './routes/openapi.ts';
import { pageRoutes } from './routes/page.ts';
import { schemaRoutes } from './routes/schemas.ts';
import { searchRoute } from './routes/search.ts';
import { sectionRoute } from './routes/section.ts';
import { skillRoute } from './routes/skill.ts';
import { diagnosticsRoute, statusRoute } from './routes/status.ts';
import { submissionsOffRoute, submitRoute } from './routes/submit.ts';
import { wellKnownRoutes } from './routes/well-known.ts';

export interface AppOptions {
  readonly served: ServedRegistry;
  readonly access: AccessPolicy;
  readonly logger: Logger;
  readonly onActivity?: ActivityListener;
  /** Turn `POST /v1/skills` on; default false. */
  readonly allowSubmit?: boolean;
  /** Folder of the built page; without it `/` says what runs here. */
  readonly pageFolder?: string;
  /** Answers `/mcp`; without it there is no such path. */
  readonly mcpHandler?: McpHandler;
  /** Bytes that prepared bodies may take; default 128 MiB. */
  readonly bodyBudgetBytes?: number;
}

const DEFAULT_BODY_BUDGET = 128 * 1024 * 1024;

/** The Express application: who may ask, the routes, and one place where errors become answers. */
export function createApp(options: AppOptions): Express {
  const { access, logger, onActivity } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.use((request: Request, _response: Response, next: NextFunction) => {
    checkAccess(request, access);
    next();
  });
  for (const [path, routes] of groupByPath(allRoutes(options))) mount(app, path, routes, logger, onActivity);
  app.use((request: Request) => {
    throw new ApiError('route_not_found', `There is no ${request.path} here. GET / lists what there is.`);
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerError(error, request, response, logger);
  });
  return app;
}

/** Every route of the service, in the order in which they are matched. */
export function allRoutes({
  served,
  logger,
  allowSubmit = false,
  pageFolder,
  mcpHandler,
  bodyBudgetBytes = DEFAULT_BODY_BUDGET,
}: AppOptions): readonly Route[] {
  const cache = new BodyCache(bodyBudgetBytes);
  return [
    healthRoute(served),
    findRoute(served),
    searchRoute(served),
    listRoute(served, cache),
    allowSubmit ? submitRoute(served, logger) : submissionsOffRoute(),
    skillRoute(served, cache),
    sectionRoute(served, cache),
    statusRoute(served),
    diagnosticsRoute(served, cache),
    ...(mcpHandler === undefined ? [] : [mcpRoute(mcpHandler)]),
    ...schemaRoutes(),
    openApiRoute(),
    ...wellKnownRoutes(served, cache),
    ...pageRoutes(served, pageFolder),
  ];
}

function groupByPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
}

/** Mounts the methods of one path; every other method is 405. */
function mount(
  app: Express,
  path: string,
  routes: readonly Route[],
  logger: Logger,
  onActivity: ActivityListener | undefined,
): void {
  const mounted = app.route(path);
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const handler = (request: Request, response: Response) => {
      const listener = route.recordsItself ? undefined : onActivity;
      const tell = recordActivity(name, request, response, logger, listener);
      return route.handle(request, response, tell);
    };
    if (route.method === 'GET') mounted.get(handler);
    else mounted.post(handler);
  }
  const allow = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  mounted.all((request: Request, response: Response) => {
    sendError(response, 405, `${request.method} is not possible here; use ${allow}.`, { Allow: allow });
  });
}

/** Throws `forbidden_host` or `forbidden_origin`. */
function checkAccess(request: Request, access: AccessPolicy): void {
  const { host, origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (!access.isHostAllowed(host)) {
    throw new ApiError('forbidden_host', 'This service does not answer to the name in the Host header.');
  }
  // A page's <script> or <img> sends no Origin; following a link to our page is fine.
  const isEmbedded =
    origin === undefined && (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
  if (isEmbedded || !access.isOriginAllowed(origin, host)) {
    throw new ApiError('forbidden_origin', 'Web pages of other origins may not ask this service.');
  }
}

function answerError(error: unknown, request: Request, response: Response, logger: Logger): void {
  if (error instanceof ApiError) {
    if (error.code === 'internal')
      logger.error(error.message, { path: request.path, cause: String(error.cause) });
    sendError(response, error.status, error.message);
    return;
  }
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 400 || status === 413 || status === 415) {
    sendError(response, status, CLIENT_ERRORS[status]);
    return;
  }
  const cause = error instanceof Error ? error.stack : String(error);
  logger.error('A request failed.', { method: request.method, path: request.path, cause });
  sendError(response, 500, 'The service failed to answer this request. Its log has the cause.');
}

/** Errors of Express and its parsers, in our words. */
const CLIENT_ERRORS: Readonly<Record<400 | 413 | 415, string>> = {
  400: 'The request could not be understood.',
  413: 'The request body is too large.',
  415: 'The request body must be JSON.',
};

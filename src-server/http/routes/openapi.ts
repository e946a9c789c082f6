import { makeOpenApiDocument } from '../openapi.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, type Route } from '../route.ts';
import { JSON_HEADERS, sendPrepared } from '../send.ts';

/** @param others all other routes */
export function openApiRoute(others: readonly Route[], needsToken: boolean): Route {
  let body: PreparedBody | undefined;
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    tag: 'discovery',
    responses: { 200: { description: 'OpenAPI 3.1.' } },
    isConditional: true,
    errors: [],
    handle({ request, response }) {
      body ??= new PreparedBody(
        Buffer.from(JSON.stringify(makeOpenApiDocument([...others, route], needsToken))),
        JSON_HEADERS,
      );
      return sendPrepared(request, response, body);
    },
  });
  return route;
}

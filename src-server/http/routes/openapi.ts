import { makeOpenApiDocument, type OpenApiOptions } from '../openapi-document.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';

export function openApiRoute(options: OpenApiOptions): Route {
  let body: PreparedBody | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    handle(request, response) {
      body ??= new PreparedBody(Buffer.from(JSON.stringify(makeOpenApiDocument(options))), JSON_HEADERS);
      return sendPrepared(request, response, body);
    },
  };
}

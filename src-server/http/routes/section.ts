import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, keyParameter, pathParameter, type Route } from '../route.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../send.ts';

/** A knowledge file, also `examples/basic.cpp`. */
export function sectionRoute(queries: ServiceQueries, bodies: BodyCache): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name/*section',
    id: 'getSection',
    summary: 'One file of a skill as raw text',
    tag: 'skills',
    responses: { 200: { description: 'The text, UTF-8.', types: ['text/plain'] } },
    isConditional: true,
    errors: [
      'bad_request',
      'skill_not_found',
      'section_not_found',
      'unreadable',
      'registry_unavailable',
      'internal',
    ],
    async handle({ request, response, record }) {
      const key = keyParameter(request);
      const name = pathParameter(request, 'section');
      record({ target: `${key}/${name}`, skillKey: key });
      const section = await queries.section(key, name);
      const body = await bodies.getOrMake(
        section,
        `section ${key}/${section.path}`,
        async () => new PreparedBody(Buffer.from(section.text), RAW_TEXT_HEADERS),
      );
      await sendPrepared(request, response, body);
    },
  });
}

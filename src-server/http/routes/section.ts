import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_CONTENT_BYTES } from '../../registry/model/skill.ts';
import { findSection, findSkill, readSkillSection } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, keyParameter, pathParameter, type Route } from '../route.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../send.ts';

/** A knowledge file, also `examples/basic.cpp`. */
export function sectionRoute({ live }: ServedRegistry, bodies: BodyCache): Route {
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
      const owner = findSkill(live.snapshot(), key);
      const { path, size } = findSection(owner, name);
      if (size > MAX_CONTENT_BYTES) throw tooLarge(key, name, path);
      const body = await bodies.getOrMake(owner, `section ${key}/${path}`, async () => {
        const { skill, text, isSettled } = await readSkillSection(live, key, name);
        return new PreparedBody(text, RAW_TEXT_HEADERS, isSettled && skill === owner);
      });
      await sendPrepared(request, response, body);
    },
  });
}

function tooLarge(key: string, name: string, path: string): ApiError {
  const why = `${path} is larger than ${MAX_CONTENT_BYTES / 1024 / 1024} MiB`;
  return new ApiError('section_not_found', `Section '${name}' not found in skill '${key}': ${why}`);
}

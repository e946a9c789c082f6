import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { MAX_CONTENT_BYTES } from '../../registry/model/skill.ts';
import { findSection, findSkill, openSection, readSection } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { TextCleaner } from '../text-cleaner.ts';
import { requestedKey } from './skill.ts';

/** `GET /v1/skills/:lang/:author/:name/:section`: one knowledge file as it is; `examples/basic.cpp` works too. */
export function sectionRoute(served: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name/*section',
    async handle(request, response, tell) {
      const key = requestedKey(request);
      const name = pathParameter(request, 'section');
      tell({ target: `${key}/${name}`, skillKey: key });
      const skill = findSkill(served.live.snapshot(), key);
      const file = findSection(skill, name);
      if (file.size > MAX_CONTENT_BYTES) return streamSection(served, key, name, request, response);
      const body = cache.get(skill, file.path) ?? (await prepareSection(served, cache, key, name));
      await sendPrepared(request, response, body);
    },
  };
}

async function prepareSection(
  served: ServedRegistry,
  cache: BodyCache,
  key: string,
  name: string,
): Promise<PreparedBody> {
  const { skill, file, text } = await readSection(served.live, key, name);
  return cache.getOrMake(skill, file.path, async () => new PreparedBody(text, RAW_TEXT_HEADERS));
}

/** Sends a file that is too large to hold, after a look that it still is what the snapshot says. */
async function streamSection(
  { live }: ServedRegistry,
  key: string,
  name: string,
  request: Request,
  response: Response,
): Promise<void> {
  const opened = await openSection(live, key, name);
  try {
    const { size, mtimeMs } = opened.file;
    const headers = { ...RAW_TEXT_HEADERS, 'Cache-Control': 'no-cache', ETag: `W/"${size}-${mtimeMs}"` };
    if (request.headers['if-none-match'] === headers.ETag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, headers);
    if (request.method === 'HEAD') response.end();
    else await pipeline(opened.handle.createReadStream(), new TextCleaner(), response);
  } catch {
    response.destroy(); // the reader left, or the file went away in the middle
  } finally {
    await opened.handle.close().catch(() => {});
  }
}

import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Request, Response } from 'express';
import { isSameStamp } from '../../registry/disk/disk-reader.ts';
import type { Skill } from '../../registry/model/skill.ts';
import {
  findSection,
  findSkill,
  readSectionPart,
  readSkillSection,
  type SectionPart,
} from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import type { AnswerBudget } from '../answer-budget.ts';
import type { BodyCache } from '../body-cache.ts';
import { callerGone } from '../caller-gone.ts';
import { PreparedBody } from '../prepared-body.ts';
import { RAW_TEXT_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { requestedKey } from './skill.ts';

/** Larger sections are streamed. */
const HELD_BYTES = 1024 * 1024;
const PART_BYTES = 256 * 1024;
/** In memory while reading. */
const COPIES = 2;

/** A knowledge file, also `examples/basic.cpp`. */
export function sectionRoute(served: ServedRegistry, cache: BodyCache, budget: AnswerBudget): Route {
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name/*section',
    async handle(request, response, record) {
      const key = requestedKey(request);
      const name = pathParameter(request, 'section');
      record({ target: `${key}/${name}`, skillKey: key });
      const skill = findSkill(served.live.snapshot(), key);
      const { path, size } = findSection(skill, name);
      const bodyName = `section ${key}/${path}`;
      if (size > HELD_BYTES) return streamSection(served, key, name, request, response);
      const make = (unwanted: AbortSignal) =>
        budget.make(COPIES * size, () => prepareSection(served, skill, key, name), unwanted);
      const body =
        cache.get(skill, bodyName) ?? (await cache.getOrMake(skill, bodyName, make, callerGone(response)));
      await sendPrepared(request, response, body);
    },
  };
}

async function prepareSection(
  { live }: ServedRegistry,
  owner: Skill,
  key: string,
  name: string,
): Promise<PreparedBody> {
  const { skill, text, isSettled } = await readSkillSection(live, key, name);
  return new PreparedBody(text, RAW_TEXT_HEADERS, undefined, isSettled && skill === owner);
}

/** Fails if the file changes between parts. */
async function streamSection(
  { live }: ServedRegistry,
  key: string,
  name: string,
  request: Request,
  response: Response,
): Promise<void> {
  const read = (from: number) => readSectionPart(live, key, name, { from, length: PART_BYTES });
  const first = await read(0);
  // Without tag: stamps differ between services, and a hash would need the whole file.
  response.writeHead(200, { ...RAW_TEXT_HEADERS, 'Cache-Control': 'no-cache' });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // Rejects and ends the answer if the reader leaves or the file changes or disappears.
  await pipeline(Readable.from(partsOf(first, read)), new TextCleaner(), response);
}

async function* partsOf(
  first: SectionPart,
  read: (from: number) => Promise<SectionPart>,
): AsyncGenerator<Buffer> {
  let part = first;
  for (let from = 0; ; ) {
    yield part.bytes;
    from += part.bytes.length;
    if (from >= first.stamp.size) return;
    part = await read(from);
    if (!isSameStamp(part.stamp, first.stamp)) throw new Error('The file changed while it was sent.');
  }
}

/** Drops a byte order mark, replaces invalid bytes. */
class TextCleaner extends Transform {
  private readonly decoder = new StringDecoder('utf8');
  private isStart = true;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, this.clean(this.decoder.write(chunk)));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.clean(this.decoder.end()));
  }

  private clean(text: string): Buffer {
    if (!this.isStart || text === '') return Buffer.from(text);
    this.isStart = false;
    return Buffer.from(text.startsWith('\uFEFF') ? text.slice(1) : text);
  }
}

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { HeldBodies } from '../../../src-server/http/held-bodies.ts';
import { PreparedBody } from '../../../src-server/http/prepared-body.ts';

const body = (bytes: number) => new PreparedBody(Buffer.alloc(bytes), {});
const reader = () => new EventEmitter() as unknown as ServerResponse;

it('lets any number read one body, and refuses another that would be too much', () => {
  const held = new HeldBodies(100);
  const first = body(60);
  for (let readers = 0; readers < 5; readers += 1) held.hold(first, reader());
  expect(() => held.hold(body(50), reader())).toThrow(expect.objectContaining({ code: 'busy' }));
  held.hold(body(40), reader());
});

it('has room again when the last reader of a body has left', () => {
  const held = new HeldBodies(100);
  const [large, one, other] = [body(90), reader(), reader()];
  held.hold(large, one);
  held.hold(large, other);
  one.emit('close');
  expect(() => held.hold(body(50), reader())).toThrow(expect.objectContaining({ code: 'busy' }));
  other.emit('close');
  held.hold(body(50), reader());
});

it('holds nothing for a reader who has left already', () => {
  const held = new HeldBodies(100);
  held.hold(body(90), Object.assign(reader(), { closed: true }));
  held.hold(body(90), reader());
});

it('sends a body that is over the limit by itself when nothing else is sent', () => {
  expect(() => new HeldBodies(10).hold(body(50), reader())).not.toThrow();
});

import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../../../src-server/http/http-server.ts';

const app = {
  express: express(),
  findRefusal: () => undefined,
  prove() {},
  isAlwaysAnswered: () => true,
  answer() {},
};

it('a connection that never sent a byte does not hold the end of the service', async () => {
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const cut = once(socket, 'close');
  socket.resume();
  // Far beyond the limit of a test: only the sweep can end it in time.
  await server.close(3_600_000);
  await cut;
  expect(socket.destroyed).toBe(true);
});

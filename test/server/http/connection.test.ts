import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HttpConnection, WaitingRequests } from '../../../src-server/http/connection.ts';
import type { Exchange } from '../../../src-server/http/in-flight.ts';

/** A connection, and what it has begun. */
function openConnection(waitingOfAll: WaitingRequests) {
  const socket = new Socket();
  const begun: Exchange[] = [];
  const connection = new HttpConnection(socket, {
    waiting: 10,
    waitingOfAll,
    start: (exchange) => begun.push(exchange),
    finish: () => {},
  });
  const send = () => connection.accept({ request: {}, response: new EventEmitter() } as unknown as Exchange);
  return { socket, begun, send };
}

describe('requests that wait on all connections', () => {
  it('close the connection that sends more than all may have, and no other', () => {
    const waiting = new WaitingRequests(2);
    const first = openConnection(waiting);
    const second = openConnection(waiting);
    for (let i = 0; i < 3; i++) first.send();
    second.send();
    expect(second.begun, 'a request that need not wait').toHaveLength(1);
    second.send();
    expect(second.socket.destroyed).toBe(true);
    expect(first.socket.destroyed).toBe(false);
    expect(waiting.count).toBe(2);
  });

  it('are counted no more once they have begun', async () => {
    const waiting = new WaitingRequests(1);
    const { socket, begun, send } = openConnection(waiting);
    send();
    send();
    begun[0]?.response.emit('close');
    await expect.poll(() => begun.length).toBe(2);
    expect(waiting.count).toBe(0);
    send();
    expect(socket.destroyed).toBe(false);
  });

  it('are counted no more once their connection is closed', async () => {
    const waiting = new WaitingRequests(1);
    const { socket, send } = openConnection(waiting);
    send();
    send();
    expect(waiting.isFull).toBe(true);
    socket.destroy();
    await expect.poll(() => waiting.count).toBe(0);
  });
});

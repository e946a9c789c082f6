import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerBudget } from '../../../src-server/http/answer-budget.ts';

/** A response that closes when it is cut. */
function reader() {
  const response = Object.assign(new EventEmitter(), {
    closed: false,
    isCut: false,
    destroy() {
      response.isCut = true;
      response.emit('close');
    },
  });
  return response as typeof response & ServerResponse;
}

function held() {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), isOver };
}

describe('answers that are made', () => {
  it('never take more than the limit together, a larger one is alone, and all are made at last', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(sizes, async (pieces) => {
        const budget = new AnswerBudget(100);
        const inside: number[] = [];
        const work = pieces.map((bytes) =>
          budget.make(bytes, async () => {
            inside.push(bytes);
            const sum = inside.reduce((total, one) => total + one, 0);
            expect(sum <= 100 || inside.filter((one) => one > 0).length === 1).toBe(true);
            await new Promise((resolve) => setImmediate(resolve));
            inside.splice(inside.indexOf(bytes), 1);
            return bytes;
          }),
        );
        expect(await Promise.all(work)).toEqual(pieces);
        expect(budget.bytes).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('do not wait for larger ones that came before', async () => {
    const budget = new AnswerBudget(100);
    const { end, isOver } = held();
    const first = budget.make(100, () => isOver);
    const order: string[] = [];
    const large = budget.make(90, async () => order.push('large'));
    const small = budget.make(20, async () => order.push('small'));
    end();
    await Promise.all([first, large, small]);
    expect(order).toEqual(['small', 'large']);
  });

  it('are never begun once nobody waits for them', async () => {
    const budget = new AnswerBudget(10);
    const { end, isOver } = held();
    const first = budget.make(10, () => isOver);
    const leaving = new AbortController();
    let begun = 0;
    const left = budget.make(10, async () => (begun += 1), leaving.signal);
    const last = budget.make(10, async () => 'in');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(budget.make(10, async () => (begun += 1), leaving.signal)).rejects.toThrow('left');
    end();
    await first;
    expect([await last, begun]).toEqual(['in', 0]);
  });

  it('leave room again when they fail', async () => {
    const budget = new AnswerBudget(10);
    const failed = budget.make(10, async () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await budget.make(10, async () => 'in')).toBe('in');
  });
});

describe('answers that lie unread', () => {
  it('cut no stream that was read in full, and a stream only by the age of its unread bytes', () => {
    const budget = new AnswerBudget(100);
    const [stream, slow, latest] = [reader(), reader(), reader()];
    budget.count(stream, 'x'.repeat(10))();
    budget.count(slow, 'x'.repeat(60));
    budget.count(stream, 'x'.repeat(10));
    budget.count(latest, 'x'.repeat(60));
    expect([stream, slow, latest].map(({ isCut }) => isCut)).toEqual([false, true, false]);
    expect(budget.bytes).toBe(70);
  });

  it('never hold more than the limit: the oldest unread answer is cut', () => {
    const budget = new AnswerBudget(100);
    const [first, second, third] = [reader(), reader(), reader()];
    budget.count(first, Buffer.alloc(60));
    budget.count(second, 'x'.repeat(40));
    expect([first.isCut, second.isCut]).toEqual([false, false]);
    budget.count(third, Buffer.alloc(30));
    expect([first.isCut, second.isCut, third.isCut]).toEqual([true, false, false]);
    expect(budget.bytes).toBe(70);
  });

  it('of the same bytes count once', () => {
    const budget = new AnswerBudget(100);
    const shared = Buffer.alloc(60);
    const readers = Array.from({ length: 5 }, reader);
    for (const one of readers) budget.count(one, shared);
    budget.count(reader(), Buffer.alloc(40));
    expect(readers.some(({ isCut }) => isCut)).toBe(false);
    for (const one of readers) one.emit('close');
    expect(budget.bytes).toBe(40);
  });

  it('count until they are flushed', () => {
    const budget = new AnswerBudget(100);
    const stream = reader();
    for (let written = 0; written < 10; written += 1) budget.count(stream, Buffer.alloc(90))();
    expect([stream.isCut, budget.bytes]).toEqual([false, 0]);
  });

  it('are sent if one alone is over the limit', () => {
    const [large, budget] = [reader(), new AnswerBudget(10)];
    budget.count(large, Buffer.alloc(50));
    expect(large.isCut).toBe(false);
  });

  it('over the limit go to all their readers, beside small ones', async () => {
    const budget = new AnswerBudget(100);
    const large = Buffer.alloc(150);
    const readers = Array.from({ length: 4 }, reader);
    for (const one of readers) budget.count(one, large);
    budget.count(reader(), Buffer.alloc(10));
    await budget.make(15, async () => 'made');
    expect(readers.some(({ isCut }) => isCut)).toBe(false);
    const other = reader();
    budget.count(other, Buffer.alloc(120));
    expect([readers.every(({ isCut }) => isCut), other.isCut, budget.bytes]).toEqual([true, false, 130]);
  });

  it('make room for an answer that is made', async () => {
    const budget = new AnswerBudget(100);
    const slow = reader();
    budget.count(slow, Buffer.alloc(80));
    await budget.make(50, async () => expect(slow.isCut).toBe(true));
  });

  it('of a reader who has left hold nothing', () => {
    const budget = new AnswerBudget(100);
    budget.count(Object.assign(reader(), { closed: true }), Buffer.alloc(90));
    expect(budget.bytes).toBe(0);
  });
});

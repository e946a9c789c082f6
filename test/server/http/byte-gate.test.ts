import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteGate } from '../../../src-server/http/byte-gate.ts';

describe('the gate', () => {
  it('never holds more than its limit, lets a larger one in alone, and everybody at last', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(sizes, async (pieces) => {
        const gate = new ByteGate(100);
        let inside: number[] = [];
        const work = pieces.map((bytes) =>
          gate.run(bytes, async () => {
            // What is small isn't made to wait.
            if (bytes > 1) inside.push(bytes);
            const held = inside.reduce((sum, one) => sum + one, 0);
            expect(held <= 100 || inside.length === 1).toBe(true);
            await new Promise((resolve) => setImmediate(resolve));
            if (bytes > 1) inside = inside.toSpliced(inside.indexOf(bytes), 1);
            return bytes;
          }),
        );
        expect(await Promise.all(work)).toEqual(pieces);
      }),
      { numRuns: 50 },
    );
  });

  it('never begins what nobody waits for any more, and lets the next one in', async () => {
    const gate = new ByteGate(10);
    let endFirst = () => {};
    const isOver = new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    const first = gate.run(10, () => isOver);
    const leaving = new AbortController();
    let begun = 0;
    const begin = async () => {
      begun += 1;
    };
    const left = gate.run(10, begin, leaving.signal);
    const last = gate.run(10, async () => 'in');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    endFirst();
    expect([await first, await last, begun]).toEqual([undefined, 'in', 0]);
  });

  it('is open again after work that failed', async () => {
    const gate = new ByteGate(10);
    const failed = gate.run(10, async () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await gate.run(10, async () => 'in')).toBe('in');
  });
});

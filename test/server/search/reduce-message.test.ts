import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reducedMessage } from '../../../src-server/search/query.ts';

const many = (line: (at: number) => string, count = 200): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

describe('a long message', () => {
  it('is as it is if it is short', () => {
    expect(reducedMessage('panic: x\n\tmain.go:3')).toBe('panic: x\n\tmain.go:3');
  });

  it('keeps the message and the first frames of JavaScript', () => {
    const reduced = reducedMessage(
      `Error: timeout exceeded when trying to connect\n${many((at) => `    at f${at} (/app/node_modules/pg/${at}.js:1:2)`)}`,
    );
    expect(reduced).toMatch(/^Error: timeout exceeded when trying to connect\n {4}at f0 /);
    expect(reduced).toContain('at f4 ');
    expect(reduced).not.toContain('at f5 ');
  });

  it('keeps the exception and the last frames of Python', () => {
    const frames = many((at) => `  File "/v/site-packages/lib/m${at}.py", line ${at}, in f\n    call()`);
    const reduced = reducedMessage(
      `Traceback (most recent call last):\n${frames}\nsqlalchemy.exc.TimeoutError: QueuePool limit reached`,
    );
    expect(reduced).toContain('m199.py');
    expect(reduced).not.toContain('m0.py');
    expect(reduced).toMatch(/\nsqlalchemy\.exc\.TimeoutError: QueuePool limit reached$/);
  });

  it('keeps the first message and the last causes', () => {
    const causes = many((at) => `Caused by: java.io.IOException: cause ${at}\n\tat a.b.C(D.java:${at})`);
    const reduced = reducedMessage(`org.acme.AcmeException: first\n${causes}`);
    expect(reduced).toMatch(/^org\.acme\.AcmeException: first\n/);
    expect(reduced).toContain('cause 199');
  });

  it('finds the error in a log', () => {
    const log = many((at) => `10:00:${at} INFO request ${at} served`);
    expect(reducedMessage(`${log}\nERROR connection pool exhausted\n${log}`)).toContain('pool exhausted');
  });

  it('is cut to what is looked for, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.integer({ min: 1, max: 500 }), (text, times) => {
        expect(reducedMessage(`${text}\n`.repeat(times)).length).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src-renderer/api/api-client.ts';
import { useAnswer } from '../../../src-renderer/service/use-answer.ts';

/** Answers that a test gives when it wants. */
function asker() {
  const waiting: Array<(answer: Answer<string>) => void> = [];
  return {
    ask: () => new Promise<Answer<string>>((resolve) => waiting.push(resolve)),
    asked: () => waiting.length,
    answer: (index: number, answer: Answer<string>) => act(async () => waiting[index]?.(answer)),
  };
}
const ok = (value: string): Answer<string> => ({ ok: true, value, tookMs: 1 });
const silent: Answer<string> = { ok: false, failure: { kind: 'silent', message: '' } };

function setUp(subject: string | undefined, version: string | undefined) {
  const server = asker();
  const hook = renderHook(
    (props: { subject: string | undefined; version: string | undefined }) =>
      useAnswer(props.subject, props.version, server.ask),
    {
      initialProps: { subject, version },
    },
  );
  return { ...server, ...hook };
}

describe('an answer that is kept up to date', () => {
  it('never shows an older answer after a newer one', async () => {
    const { result, rerender, answer } = setUp('to', '1');
    rerender({ subject: 'tokio', version: '1' });
    await answer(1, ok('of tokio'));
    await answer(0, ok('of to'));
    expect(result.current).toMatchObject({ state: 'ready', value: 'of tokio' });
  });

  it('keeps the old answer of the same subject until a new version’s is there', async () => {
    const { result, rerender, answer } = setUp('tokio', '1');
    await answer(0, ok('first'));
    rerender({ subject: 'tokio', version: '2' });
    expect(result.current).toMatchObject({ value: 'first' });
    await answer(1, ok('second'));
    expect(result.current).toMatchObject({ value: 'second', stale: false });
  });

  it('shows nothing of another subject', async () => {
    const { result, rerender, answer } = setUp('tokio', '1');
    await answer(0, ok('tokio'));
    rerender({ subject: 'serde', version: '1' });
    expect(result.current).toEqual({ state: 'loading' });
  });

  it('asks nothing while there is no snapshot, and keeps what is there', async () => {
    const { result, rerender, answer, asked } = setUp('tokio', undefined);
    expect(asked()).toBe(0);
    rerender({ subject: 'tokio', version: '1' });
    await answer(0, ok('tokio'));
    rerender({ subject: 'tokio', version: undefined });
    expect(asked()).toBe(1);
    expect(result.current).toMatchObject({ value: 'tokio' });
  });

  it('keeps what was read when the service is silent for a moment, and says that it is old', async () => {
    const { result, rerender, answer } = setUp('tokio', '1');
    await answer(0, ok('tokio'));
    rerender({ subject: 'tokio', version: '2' });
    await answer(1, silent);
    expect(result.current).toMatchObject({ state: 'ready', value: 'tokio', stale: true });
  });

  it('fails where there was nothing before', async () => {
    const { result, answer } = setUp('tokio', '1');
    await answer(0, silent);
    expect(result.current.state).toBe('failed');
  });
});

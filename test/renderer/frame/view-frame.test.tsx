// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ViewFrame } from '../../../src-renderer/frame/view-frame.tsx';
import { createStores } from '../../../src-renderer/stores/stores.ts';
import { StoresProvider, useResource, useStores } from '../../../src-renderer/stores/use-stores.tsx';
import { createFakeClock, settle } from '../../main/fake-clock.ts';
import { aPage } from '../stores/a-page.ts';
import { anApi } from '../stores/an-api.ts';
import { asked, refused, type SILENCE } from '../stores/asked-api.ts';
import { STATUS } from '../stores/known-service.ts';
import { statusStreams } from '../stores/status-streams.ts';

afterEach(cleanup);

function TextOf({ skill }: { readonly skill: string }) {
  const { api } = useStores();
  const text = useResource(`text of ${skill}`, (signal) => api.section(skill, 'overview.md', signal));
  return (
    <ViewFrame of={text} whole title="Text">
      {(value) => <p>{value}</p>}
    </ViewFrame>
  );
}

/** A window with one view of one text, and the service's answers in the test's hands. */
function setUp(view = <TextOf skill="a" />) {
  const clock = createFakeClock();
  const [streams, section] = [statusStreams(), asked<string>()];
  const api = anApi({ section: (_key, _file, signal) => section.ask(signal) });
  const stores = createStores({ api, openStream: streams.open, bridge: undefined, clock, page: aPage() });
  stores.start();
  const draw = (shown: typeof view) => <StoresProvider stores={stores}>{shown}</StoresProvider>;
  const { rerender, unmount } = render(draw(view));
  return {
    section,
    clock: { advance: (ms: number) => act(() => clock.advance(ms)) },
    now: clock.now,
    show: (shown: typeof view) => rerender(draw(shown)),
    unmount,
    /** What the service says of itself. */
    serve: (generation = 1) => act(async () => streams.tell({ ...STATUS, generation })),
    fallSilent: async () => {
      await act(() => clock.advance(2_000));
      await act(async () => streams.end());
      await act(() => clock.advance(0));
      await act(async () => streams.end());
    },
    answer: (index: number, text: string) => act(() => section.answer(index, text)),
    fail: (index: number, failure: typeof SILENCE) => act(() => section.fail(index, failure)),
  };
}

const click = (name: string) => act(async () => screen.getByRole('button', { name }).click());

describe('a view of something that is asked for', () => {
  it('is drawn with the answer', async () => {
    const { serve, answer } = setUp();
    await serve();
    await answer(0, 'Not at once.');
    expect(screen.getByText('Not at once.')).toBeDefined();
  });

  it('says why there is nothing, and “Try again” really asks again', async () => {
    const { serve, fail, answer, section } = setUp();
    await serve();
    await fail(0, refused(500));
    expect(screen.getByRole('heading', { name: 'The service could not answer.' })).toBeDefined();
    await click('Try again');
    expect(section.count()).toBe(2);
    await answer(1, 'Not at once.');
    expect(screen.getByText('Not at once.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads no longer than the service is waited for', async () => {
    const { clock } = setUp();
    await clock.advance(10_000);
    expect(screen.getByRole('heading', { name: 'Nothing answers at 127.0.0.1:8701.' })).toBeDefined();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('keeps what was read when the service falls silent, and says of when it is', async () => {
    const { serve, answer, fallSilent, now } = setUp();
    await serve();
    await answer(0, 'Not at once.');
    const clock = new Date(now()).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    await fallSilent();
    expect(screen.getByText('Not at once.')).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain('Nothing answers at 127.0.0.1:8701.');
    expect(screen.getByRole('status').textContent).toContain(clock);
  });

  it('draws what it holds on, not anew, while the strip comes and goes', async () => {
    const { serve, answer, fallSilent, clock } = setUp();
    await serve();
    await answer(0, 'Not at once.');
    const before = screen.getByText('Not at once.');
    await fallSilent();
    expect(screen.getByText('Not at once.')).toBe(before);
    await clock.advance(1_000);
    await serve();
    expect(screen.getByText('Not at once.')).toBe(before);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('asks for the next one when it shows another, and shows nothing of the first', async () => {
    const { serve, answer, section, show } = setUp();
    await serve();
    await answer(0, 'of a');
    show(<TextOf skill="b" />);
    expect(section.count()).toBe(2);
    expect(screen.queryByText('of a')).toBeNull();
    await answer(1, 'of b');
    expect(screen.getByText('of b')).toBeDefined();
  });

  it('ends its question when it is left', async () => {
    const { serve, section, unmount } = setUp();
    await serve();
    unmount();
    await settle();
    expect(section.isEnded(0)).toBe(true);
  });

  it('asks anew with each change of the registry', async () => {
    const { serve, answer, section, clock } = setUp();
    await serve(1);
    await answer(0, 'first');
    await clock.advance(2_000);
    await serve(2);
    expect(screen.getByText('first')).toBeDefined();
    await answer(1, 'second');
    expect(screen.getByText('second')).toBeDefined();
    expect(section.count()).toBe(2);
  });
});

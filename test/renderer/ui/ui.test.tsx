// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { CommandLine } from '../../../src-renderer/ui/code.tsx';
import { Risk, StateDot } from '../../../src-renderer/ui/marks.tsx';
import { ToastProvider, useToast } from '../../../src-renderer/ui/notice.tsx';
import { Loading, QueryView } from '../../../src-renderer/ui/query-view.tsx';
import { useKeys } from '../../../src-renderer/ui/shortcuts.tsx';
import { cleanup, drawElement, drawView } from '../draw-view.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a query', () => {
  const draw = (state: { readonly data?: string; readonly error?: Error }) => {
    const refetch = vi.fn();
    const of = { data: state.data, error: state.error ?? null, refetch };
    drawElement(
      <QueryView of={of as never} name="skills">
        {(data: unknown) => <p>{String(data)}</p>}
      </QueryView>,
    );
    return refetch;
  };

  it('is said to load from the start, and drawn so only if it takes long', () => {
    draw({});
    const loading = screen.getByRole('status', { name: 'Loading' });
    expect(loading.childElementCount).toBe(0);
    act(() => void vi.advanceTimersByTime(150));
    expect(loading.childElementCount).toBeGreaterThan(0);
  });

  it('whose skeleton is replaced by that of a part goes on as drawn', () => {
    const { redraw } = drawElement(<Loading key="query" />);
    act(() => void vi.advanceTimersByTime(150));
    redraw(<Loading key="text" goesOn />);
    expect(screen.getByRole('status', { name: 'Loading' }).childElementCount).toBeGreaterThan(0);
  });

  it('says why it failed, and is asked again by a button', () => {
    const refetch = draw({ error: new Error('Nothing answers.') });
    expect(screen.getByRole('alert').textContent).toContain(
      'The skills could not be loaded.Nothing answers.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps what was loaded, and says that it may be old', () => {
    draw({ data: 'ten', error: new Error('Nothing answers.') });
    expect(screen.getByText('ten')).toBeTruthy();
    expect(screen.getByText('These skills may be old.')).toBeTruthy();
  });
});

describe('a query that is not asked', () => {
  const draw = (phase: ServiceState['phase']) => {
    const { redraw } = drawView(<p>before</p>, {}, {
      phase,
      failure: { reason: 'unexpected', message: '' },
    } as ServiceState);
    const of = { data: undefined, error: null, fetchStatus: 'idle' };
    redraw(
      <QueryView of={of as never} name="answers">
        {() => null}
      </QueryView>,
    );
  };

  it.each([
    ['stopped', 'Stopped. The answers can’t be shown.'],
    ['failed', 'Not serving: the service could not start. The answers can’t be shown.'],
    ['starting', 'Starting. The answers can’t be shown yet.'],
    ['restarting', 'Restarting. The answers can’t be shown yet.'],
    ['stopping', 'Stopping. The answers can’t be shown.'],
  ] as const)('says so of a service that is %s, instead of loading for ever', (phase, title) => {
    draw(phase);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open Source' })).toBeTruthy();
  });

  it('loads while the app has not said what the service does', () => {
    draw('asking');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  });
});

describe('a message about what was done', () => {
  function Sayer({ outcome }: { readonly outcome: 'done' | 'refused' }) {
    const say = useToast();
    return (
      <button type="button" onClick={() => say('Copied the address\u202e', outcome)}>
        Say
      </button>
    );
  }
  const say = (outcome: 'done' | 'refused' = 'done') => {
    drawElement(
      <ToastProvider>
        <Sayer outcome={outcome} />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Say' }));
  };

  it('shows hidden characters, and goes by itself', () => {
    say();
    expect(screen.getByRole('status').textContent).toBe('Copied the address[U+202E]');
    act(() => void vi.advanceTimersByTime(4_000));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('stays longer where something was refused: there is a reason to read', () => {
    say('refused');
    act(() => void vi.advanceTimersByTime(11_000));
    expect(screen.getByRole('status').textContent).not.toBe('');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('stays while it has the focus, until it is closed', () => {
    say();
    const close = screen.getByRole('button', { name: 'Close the message' });
    fireEvent.focus(close);
    act(() => void vi.advanceTimersByTime(60_000));
    fireEvent.click(close);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a key', () => {
  const heard = vi.fn();
  function Hearer() {
    useKeys({ c: heard, 'Mod+k': heard });
    return <input aria-label="Box" />;
  }

  it.each<[string, KeyboardEventInit, boolean]>([
    ['a letter', { key: 'c' }, true],
    ['a capital', { key: 'C' }, true],
    ['a letter with Ctrl, where it is bound so', { key: 'k', ctrlKey: true }, true],
    ['a letter with Ctrl, where it is bound without', { key: 'c', ctrlKey: true }, false],
    ['a letter with Alt', { key: 'c', altKey: true }, false],
    ['a letter of an input method', { key: 'c', isComposing: true }, false],
    ['another letter', { key: 'x' }, false],
  ])('%s is heard or left alone', (_, key, isHeard) => {
    heard.mockClear();
    drawElement(<Hearer />);
    fireEvent.keyDown(document.body, key);
    expect(heard).toHaveBeenCalledTimes(isHeard ? 1 : 0);
  });

  it('is left to a box that is typed in, but for those with Ctrl', () => {
    heard.mockClear();
    drawElement(<Hearer />);
    fireEvent.keyDown(screen.getByLabelText('Box'), { key: 'c' });
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Box'), { key: 'k', metaKey: true });
    expect(heard).toHaveBeenCalledOnce();
  });
});

it('a command reads as it is pasted', () => {
  const { container } = drawElement(<CommandLine line="skills-registry serve -r <folder>" isTemplate />);
  expect(container.textContent).toBe('skills-registry serve -r <folder>');
});

it('marks have words for whom they are not drawn', () => {
  const { container } = drawElement(
    <>
      <StateDot state="off" word="Stopped" />
      <Risk of="high" />
      <Risk of="constructor" />
    </>,
  );
  expect(container.textContent).toBe('StoppedHigh risk');
});

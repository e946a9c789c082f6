// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useKeys } from '../../../src-renderer/components/shortcuts.tsx';

afterEach(() => document.body.replaceChildren());

function press(key: string, init: KeyboardEventInit = {}): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
}

/** Draws a view that listens, and calls `then` in the moment it stands on the page. */
async function appear(handler: () => void): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  function View() {
    useKeys({ c: handler });
    return <p>here</p>;
  }
  const appeared = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      press('c');
      resolve();
    });
    observer.observe(place, { childList: true });
  });
  createRoot(place).render(<View />);
  await appeared;
}

describe('a key', () => {
  it('counts from the moment the view is seen', async () => {
    const handler = vi.fn();
    await appear(handler);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('that composes a character is text, not a command', async () => {
    const handler = vi.fn();
    await appear(handler);
    press('c', { isComposing: true });
    press('c', { keyCode: 229 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('does nothing behind an open dialog', async () => {
    const handler = vi.fn();
    await appear(handler);
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    press('c');
    expect(handler).toHaveBeenCalledTimes(1);
    dialog.removeAttribute('open');
    press('c');
    expect(handler).toHaveBeenCalledTimes(2);
  });
});

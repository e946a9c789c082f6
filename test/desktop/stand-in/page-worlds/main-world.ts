/** Runs in the page's own world: receives what the preload exposes, frozen, and knows nothing else. */
import { createBridgeEnd, messageOf } from './bridge-end.ts';

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

export function runMainWorld(): void {
  if (window.top !== window) return;
  const end = createBridgeEnd('main', 'isolated');
  end.on('expose', ({ key, value }: { key: string; value: string }) => {
    try {
      if (key in window)
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      const api = freeze(end.codec.decode(value));
      Object.defineProperty(window, key, { value: api, enumerable: true });
      end.emit('exposed', {});
    } catch (error) {
      end.emit('exposed', { error: messageOf(error) });
    }
  });
}

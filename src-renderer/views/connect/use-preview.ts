import { useEffect, useState } from 'react';
import type { ChangePreview } from '../../../src-server/contract/clients/connect.ts';
import { refusalSentence } from '../../desktop.ts';

/**
 * What a change would do to a file; the one before stays until it is known.
 *
 * @param ask asks for it
 * @param about what it depends on, as JSON can carry it: it is asked again where that is different
 */
export function usePreview(
  ask: () => Promise<ChangePreview>,
  ...about: readonly unknown[]
): ChangePreview | undefined {
  const [preview, setPreview] = useState<ChangePreview>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` says what `ask` depends on
  useEffect(() => {
    let isOver = false;
    ask()
      .catch((error: unknown): ChangePreview => ({ ok: false, reason: refusalSentence(error) }))
      .then((shown) => {
        if (!isOver) setPreview(shown);
      });
    return () => {
      isOver = true;
    };
  }, [JSON.stringify(about)]);
  return preview;
}

import { useEffect, useState } from 'react';
import type { ChangePreview } from '../../../src-server/contract/clients/connect.ts';
import { refusalSentence } from '../../desktop.ts';

/**
 * Previews a change of a file. Retains the last preview until the next arrives.
 *
 * @param about dependencies of `ask`, compared as JSON
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

import { useEffect, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { RegistryChanges } from '../../../src-server/contract/service/registry-work.ts';
import { refusalSentence } from '../../desktop.ts';

export interface Changes {
  readonly value: RegistryChanges | undefined;
  /** Sentence, if reading failed. */
  readonly failed: string | undefined;
}

/** Reads the update of a registry again for each commit. The last value stays meanwhile. */
export function useChanges(
  bridge: Pick<DesktopBridge, 'readRegistryUpdate'>,
  name: string,
  commit: string | undefined,
): Changes {
  const [changes, setChanges] = useState<Changes>({ value: undefined, failed: undefined });
  useEffect(() => {
    if (commit === undefined) return;
    let isOver = false;
    bridge.readRegistryUpdate({ name }).then(
      (value) => {
        if (!isOver) setChanges({ value, failed: undefined });
      },
      (error: unknown) => {
        if (!isOver) setChanges((last) => ({ ...last, failed: refusalSentence(error) }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [bridge, name, commit]);
  return changes;
}

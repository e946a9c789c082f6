import { useEffect, useRef, useState } from 'react';
import type { DesktopBridge, SetRegistryResult } from '../../src-main/contract/desktop-bridge.ts';
import { useKeys } from '../components/shortcuts.tsx';
import { useToast } from '../components/toast.tsx';
import { refusalSentence } from '../desktop.ts';
import { navigate } from '../route/use-route.ts';
import { useFolderDrop } from './use-folder-drop.ts';

type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;

export interface RegistryChoice {
  /** Further choices are ignored. */
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Sentence. */
  readonly failed: string | undefined;
  readonly isDragging: boolean;
  open(folder: string): void;
  choose(): void;
  openSample(): void;
}

/**
 * By path, dialog, key or drop.
 *
 * @param isFirst nothing was served before: Back must not return to the question
 * @param onRefused receives the refused path
 */
export function useRegistryChoice(
  bridge: DesktopBridge,
  isFirst: boolean,
  onRefused?: (path: string) => void,
): RegistryChoice {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [failed, setFailed] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const settle = (result: SetRegistryResult) => {
    if (result.outcome === 'cancelled') return;
    if (result.outcome === 'refused') {
      setRefusal(result);
      onRefused?.(result.path);
      return;
    }
    if (result.outcome === 'ok') toast(`Serving ${result.path}`);
    // Home explains failures. If the user left meanwhile, stay there.
    if (isHere.current) navigate({ view: 'home' }, isFirst ? 'replace' : 'push');
  };
  const pick = async (choose: () => Promise<SetRegistryResult>) => {
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      settle(await choose());
    } catch (error) {
      setFailed(refusalSentence(error));
    } finally {
      setBusy(false);
    }
  };
  const open = (folder: string) => void pick(() => bridge.setRegistry({ path: folder }));
  const choose = () => void pick(bridge.chooseRegistry);
  const openSample = () => void pick(bridge.useSampleRegistry);
  useKeys({ o: choose });
  const isDragging = useFolderDrop(bridge, open, () =>
    setFailed('What was dropped has no path on this computer. Drop a folder from the file manager.'),
  );
  return { busy, refusal, failed, isDragging, open, choose, openSample };
}

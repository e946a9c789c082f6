import { useEffect, useRef, useState } from 'react';
import type { SetRegistryResult } from '../../../src-main/contract/desktop-bridge.ts';
import { useToast } from '../../components/toast.tsx';
import { refusalSentence } from '../../desktop.ts';
import { navigate } from '../../route/use-route.ts';
import type { Refusal } from './refused.tsx';

/** Choosing the folder to serve: one at a time, and what became of the last. */
export interface Pick {
  /** Does nothing while another one is under way. */
  pick(choose: () => Promise<SetRegistryResult>): Promise<void>;
  readonly busy: boolean;
  /** Why the folder isn't served. */
  readonly refusal: Refusal | undefined;
  /** Why it could not even be asked for; a sentence. */
  readonly failed: string | undefined;
  fail(sentence: string): void;
}

/**
 * @param isFirst true where nothing was served before, so that there is no way back to the question
 * @param onRefused given the path that was refused
 */
export function usePick(isFirst: boolean, onRefused: (path: string) => void): Pick {
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
      onRefused(result.path);
      return;
    }
    if (result.outcome === 'ok') toast(`Serving ${result.path}`);
    // Home says why a folder isn't served. Whoever went elsewhere in the meantime is left there.
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
  return { pick, busy, refusal, failed, fail: setFailed };
}

import { useEffect, useRef, useState } from 'react';
import type { SetRegistryResult } from '../../../src-main/contract/desktop-bridge.ts';
import { useToast } from '../../components/toast.tsx';
import { refusalSentence } from '../../desktop.ts';
import { navigate } from '../../route/use-route.ts';
import type { Refusal } from './refused.tsx';

export interface Pick {
  /** Ignored while another choice is pending. */
  pick(choose: () => Promise<SetRegistryResult>): Promise<void>;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Sentence, if the request failed. */
  readonly failed: string | undefined;
  fail(sentence: string): void;
}

/**
 * @param isFirst true if nothing was served before: Back must not return to the question
 * @param onRefused receives the refused path
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
  return { pick, busy, refusal, failed, fail: setFailed };
}

import { useRef, useState } from 'react';
import type { ConnectResult } from '../../src-server/contract/clients/connect.ts';
import { refusalSentence } from '../desktop.ts';

export interface ActionState {
  readonly result: ConnectResult | undefined;
  readonly isRunning: boolean;
  /** Ignored during an action. Without a result, shows only a failure. */
  run(action: () => Promise<ConnectResult | null | undefined>): void;
  clear(): void;
}

/** A rejection becomes a result. */
export function useAction(onEnd?: () => void): ActionState {
  const [result, setResult] = useState<ConnectResult>();
  const [isRunning, setRunning] = useState(false);
  const isBusy = useRef(false);
  const run: ActionState['run'] = async (action) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    const outcome = await settled(action);
    isBusy.current = false;
    setRunning(false);
    setResult(outcome ?? undefined);
    onEnd?.();
  };
  return { result, isRunning, run, clear: () => setResult(undefined) };
}

async function settled(action: () => Promise<ConnectResult | null | undefined>) {
  try {
    return await action();
  } catch (error) {
    return { ok: false, message: refusalSentence(error) };
  }
}

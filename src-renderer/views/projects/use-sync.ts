import { useEffect, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { ConnectResult } from '../../../src-server/contract/clients/connect.ts';
import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { refusalSentence } from '../../desktop.ts';

export interface SyncState {
  /** Last known preview. */
  readonly plan: SyncPreview | undefined;
  /** Sentence, if the preview failed. */
  readonly failed: string | undefined;
  readonly result: ConnectResult | undefined;
  readonly isWriting: boolean;
  /** `true` writes the list without skills. */
  choose(indexOnly: boolean): void;
  write(): void;
}

/** Previews again after each reading, snapshot and write. */
export function useSync(
  bridge: Pick<DesktopBridge, 'previewSync' | 'writeSync'>,
  turn: number,
  snapshot: string | undefined,
): SyncState {
  const [indexOnly, setIndexOnly] = useState<boolean | null>(null);
  const [round, setRound] = useState(0);
  const [plan, setPlan] = useState<SyncPreview>();
  const [failed, setFailed] = useState<string>();
  const [result, setResult] = useState<ConnectResult>();
  const [isWriting, setWriting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written depends on these, too
  useEffect(() => {
    if (snapshot === undefined) return;
    let isOver = false;
    bridge.previewSync({ indexOnly }).then(
      (shown) => {
        if (isOver) return;
        setPlan(shown);
        setFailed(undefined);
      },
      (error: unknown) => {
        if (!isOver) setFailed(refusalSentence(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [bridge, indexOnly, turn, snapshot, round]);
  const write = () => {
    if (plan === undefined || isWriting) return;
    setWriting(true);
    bridge
      .writeSync({ indexOnly: plan.indexOnly, token: plan.token })
      .catch((error: unknown): ConnectResult => ({ ok: false, message: refusalSentence(error) }))
      .then((outcome) => {
        setWriting(false);
        setResult(outcome);
        setRound((last) => last + 1);
      });
  };
  const choose = (wanted: boolean) => {
    setResult(undefined);
    setIndexOnly(wanted);
  };
  return { plan, failed, result, isWriting, choose, write };
}

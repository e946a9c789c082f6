import { useEffect, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { ConnectResult } from '../../../src-server/contract/clients/connect.ts';
import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { refusalSentence } from '../../desktop.ts';

/** What writing the open project's skills into it would change, and how writing it went. */
export interface SyncState {
  /** The last one that is known; undefined until there is one. */
  readonly plan: SyncPreview | undefined;
  /** Why it is not known; a sentence. */
  readonly failed: string | undefined;
  /** Of the last writing. */
  readonly result: ConnectResult | undefined;
  readonly isWriting: boolean;
  /** Chooses the list alone, or the skills as well. */
  choose(indexOnly: boolean): void;
  write(): void;
}

/** Asked again with each reading of the project, each snapshot of the registry, and after each writing. */
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

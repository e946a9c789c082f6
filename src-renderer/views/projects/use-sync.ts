import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { type ActionState, useAction } from '../../components/use-action.ts';
import { useQuery } from '../../components/use-query.ts';

export interface SyncState extends Pick<ActionState, 'result' | 'isRunning'> {
  /** Last known preview. */
  readonly plan: SyncPreview | undefined;
  /** Sentence. */
  readonly failed: string | undefined;
  /** `true` writes the list without skills. */
  choose(indexOnly: boolean): void;
  write(): void;
}

/** Previews again after reading, snapshot and write. */
export function useSync(
  bridge: Pick<DesktopBridge, 'previewSync' | 'writeSync'>,
  turn: number,
  snapshot: string | undefined,
): SyncState {
  const [indexOnly, setIndexOnly] = useState<boolean | null>(null);
  const { value: plan, ...preview } = useQuery(
    () => bridge.previewSync({ indexOnly }),
    snapshot && `${indexOnly} ${turn} ${snapshot}`,
  );
  const action = useAction(preview.refresh);
  return {
    ...action,
    plan,
    failed: preview.failed,
    write() {
      if (plan !== undefined)
        action.run(() => bridge.writeSync({ indexOnly: plan.indexOnly, token: plan.token }));
    },
    choose(wanted) {
      action.clear();
      setIndexOnly(wanted);
    },
  };
}

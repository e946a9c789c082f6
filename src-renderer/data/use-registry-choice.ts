import { useState } from 'react';
import type { SetRegistryResult } from '../../src-main/contract/desktop-bridge.ts';
import { shortFolder } from '../../src-server/contract/words/short-folder.ts';
import { useToast } from '../ui/over/toast.tsx';
import { useCommand } from './use-app.ts';

export type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;

export interface RegistryChoice {
  readonly busy: boolean;
  /** Why the folder was not taken, and what would do. */
  readonly refusal: Refusal | undefined;
  /** A sentence. */
  readonly failed: string | undefined;
  choose(): void;
  open(path: string): void;
  openSample(): void;
}

/** The app serves another folder: by its dialog, by a path, or the sample. */
export function useRegistryChoice(onChosen: () => void = () => {}): RegistryChoice {
  const toast = useToast();
  const [refusal, setRefusal] = useState<Refusal>();
  const choose = useCommand('chooseRegistry');
  const set = useCommand('setRegistry');
  const sample = useCommand('useSampleRegistry');
  const commands = [choose, set, sample];
  const take = (result: SetRegistryResult) => {
    setRefusal(result.outcome === 'refused' ? result : undefined);
    if (result.outcome === 'ok') toast(`Serving ${shortFolder(result.path)}`);
    if (result.outcome === 'not-serving') toast(result.message, 'refused');
    if (result.outcome === 'ok' || result.outcome === 'not-serving') onChosen();
  };
  return {
    busy: commands.some(({ isPending }) => isPending),
    refusal,
    failed: commands.find(({ error }) => error !== null)?.error?.message,
    choose: () => choose.mutate(null, { onSuccess: take }),
    open: (path) => set.mutate({ path }, { onSuccess: take }),
    openSample: () => sample.mutate(null, { onSuccess: take }),
  };
}

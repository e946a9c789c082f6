import { useEffect, useState } from 'react';
import { countEntries } from '../../skill/count-entries.ts';
import { unwrapWholeFence } from '../../skill/unwrap-fence.ts';
import { useStores } from '../../stores/use-stores.tsx';

/** Further rows have no number. */
const MOST_COUNTED = 60;
const AT_ONCE = 4;

/** Entries of safety.md by skill key. Omits unreadable files. */
export function useRedLines(
  keys: readonly string[],
  snapshot: string | undefined,
): ReadonlyMap<string, number> {
  const { api } = useStores();
  const [counted, setCounted] = useState<ReadonlyMap<string, number>>(new Map());
  const wanted = JSON.stringify(keys.slice(0, MOST_COUNTED));
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again with each snapshot
  useEffect(() => {
    const control = new AbortController();
    const left = (JSON.parse(wanted) as readonly string[]).values();
    const found = new Map<string, number>();
    const count = async () => {
      for (const key of left) {
        const answer = await api.section(key, 'safety.md', control.signal);
        if (control.signal.aborted) return;
        const entries = answer.ok ? countEntries(unwrapWholeFence(answer.value)) : 0;
        if (entries > 0) found.set(key, entries);
      }
    };
    void Promise.all(Array.from({ length: AT_ONCE }, count)).then(() => {
      if (!control.signal.aborted) setCounted(found);
    });
    return () => control.abort();
  }, [api, wanted, snapshot]);
  return counted;
}

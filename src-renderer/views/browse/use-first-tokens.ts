import { useEffect, useRef, useState } from 'react';
import type { FirstTokens } from '../../../src-server/contract/api/api.ts';
import { askWithTimeout } from '../../stores/ask-with-timeout.ts';
import { snapshotOf } from '../../stores/service.ts';
import { browserClock } from '../../stores/surroundings.ts';
import { useService, useStores } from '../../stores/use-stores.tsx';

/** Debounce in milliseconds: rows may scroll past. */
const SETTLED_MS = 150;
const WAIT_MS = 30_000;
/** Per request. */
const MOST_KEYS = 50;

type Known = ReadonlyMap<string, FirstTokens>;

/** For visible skills, debounced, again per snapshot. Retains old counts meanwhile. */
export function useFirstTokens(keys: readonly string[]): Known {
  const { api } = useStores();
  const snapshot = useService(snapshotOf);
  const [known, setKnown] = useState<Known>(NOTHING);
  /** Of the snapshot. */
  const answered = useRef({ snapshot, keys: new Set<string>() });
  if (answered.current.snapshot !== snapshot) answered.current = { snapshot, keys: new Set() };
  const wanted = JSON.stringify(keys.filter((key) => !answered.current.keys.has(key)).slice(0, MOST_KEYS));
  useEffect(() => {
    const missing = JSON.parse(wanted) as readonly string[];
    if (snapshot === undefined || missing.length === 0) return;
    let end = browserClock.after(SETTLED_MS, () => {
      end = askWithTimeout(
        browserClock,
        WAIT_MS,
        (signal) => api.tokens(missing, signal),
        (answer) => {
          if (!answer.ok) return;
          for (const key of missing) answered.current.keys.add(key);
          setKnown((before) => new Map([...before, ...Object.entries(answer.value.tokens)]));
        },
      );
    });
    return () => end();
  }, [api, snapshot, wanted]);
  return known;
}

const NOTHING: ReadonlyMap<string, FirstTokens> = new Map();

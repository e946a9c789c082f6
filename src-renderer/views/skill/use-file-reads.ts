import { useEffect, useMemo, useRef } from 'react';
import { type FileRead, fileReadOf, fileReadWords } from '../../activity/file-reads.ts';
import { useToast } from '../../components/toast.tsx';
import { useActivity } from '../../stores/use-stores.tsx';

const NONE: ReadonlyMap<string, FileRead> = new Map();

/** By path, since the page was opened. Announces each newest read. Empty in a browser. */
export function useFileReads(key: string): ReadonlyMap<string, FileRead> {
  const events = useActivity().value?.events;
  const toast = useToast();
  /** Sequence number before the page was opened. */
  const before = useRef<number>(undefined);
  if (events !== undefined) before.current ??= events.at(-1)?.sequence ?? 0;
  const reads = useMemo(() => {
    const since = (events ?? []).filter(({ sequence }) => sequence > (before.current ?? 0));
    const own = since.flatMap((event) => fileReadOf(event) ?? []).filter((read) => read.key === key);
    return own.length === 0 ? NONE : new Map(own.map((read) => [read.file, read]));
  }, [events, key]);
  const last = [...reads.values()].reduce<FileRead | undefined>(
    (newest, read) => (newest === undefined || read.at >= newest.at ? read : newest),
    undefined,
  );
  // Equal events are equal announcements: the object changes with every request of any agent.
  const words = last && fileReadWords(last);
  const at = last?.at;
  useEffect(() => {
    if (words !== undefined && at !== undefined) toast(words);
  }, [words, at, toast]);
  return reads;
}

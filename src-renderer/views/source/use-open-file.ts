import { type Diagnostic, isAboutLine } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { useQueries } from '../../data/queries.ts';
import { useCommand } from '../../data/use-app.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { useCopy } from '../../ui/controls/copy.tsx';
import { useToast } from '../../ui/over/toast.tsx';
import { placeOf } from './repairs.ts';

/** Milliseconds; then the file opens at its beginning. */
const LONGEST_MS = 2_000;

/** Opens the file at its line in the editor; a page in a browser copies the path. */
export function useOpenFile(): (place: Diagnostic) => Promise<void> {
  const toast = useToast();
  const copy = useCopy();
  const queries = useQueries();
  const { folder } = useService().state;
  const { mutate } = useCommand('openFile');
  return async (place) => {
    const { file = '' } = place;
    const isAsked = place.line === undefined && isAboutLine(place);
    const found = isAsked ? queries.lines(place, AbortSignal.timeout(LONGEST_MS)) : undefined;
    const line = place.line ?? (await found?.catch(() => undefined))?.line;
    const there = line === undefined ? {} : { line };
    if (desktop === undefined)
      await copy([folder, placeOf({ ...place, ...there })].join('/'), 'Copied the path');
    else mutate({ path: file, ...there }, { onError: ({ message }) => toast(message, 'refused') });
  };
}

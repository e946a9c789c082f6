import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { useCommand } from '../../data/use-app.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { useCopy } from '../../ui/controls/copy.tsx';
import { useToast } from '../../ui/over/toast.tsx';
import { placeOf } from './repairs.ts';

/** Opens the file at its line in the editor; a page in a browser copies the path. */
export function useOpenFile(): (place: Diagnostic) => Promise<void> {
  const toast = useToast();
  const copy = useCopy();
  const { folder } = useService().state;
  const { mutate } = useCommand('openFile');
  return async (place) => {
    const { file = '', line } = place;
    if (desktop === undefined) await copy([folder, placeOf(place)].join('/'), 'Copied the path');
    else
      mutate(
        { path: file, ...(line !== undefined && { line }) },
        { onError: ({ message }) => toast(message, 'refused') },
      );
  };
}

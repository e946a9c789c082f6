import { refusalSentence } from '../desktop.ts';
import { useToast } from './toast.tsx';

/** Runs an action of the desktop app; shows a rejection as a toast. */
export function useAttempt(): (action: () => Promise<unknown>) => void {
  const toast = useToast();
  return (action) => void action().catch((error: unknown) => toast(refusalSentence(error), 'refused'));
}

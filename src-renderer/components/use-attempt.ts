import { refusalSentence } from '../desktop.ts';
import { useToast } from './toast.tsx';

/** Starts what only the desktop app can do, and says why where it refuses. */
export function useAttempt(): (action: () => Promise<unknown>) => void {
  const toast = useToast();
  return (action) => void action().catch((error: unknown) => toast(refusalSentence(error), 'refused'));
}

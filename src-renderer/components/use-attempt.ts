import { refusalSentence } from '../desktop.ts';
import { useToast } from './toast.tsx';

/** Shows rejections as toast. */
export function useAttempt(): (action: () => Promise<unknown>) => void {
  const toast = useToast();
  return (action) => void action().catch((error: unknown) => toast(refusalSentence(error), 'refused'));
}

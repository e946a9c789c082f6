import { useRegistry } from '../../stores/use-stores.tsx';

/** Counts drafts: unlisted skills with pending documents. */
export function useUnserved(): number {
  return useRegistry(
    ({ problems }) =>
      new Set(problems.filter(({ code }) => code === 'skill-draft').map(({ skillKey }) => skillKey)).size,
  );
}

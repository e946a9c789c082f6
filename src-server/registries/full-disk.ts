import { RegistryRefusal } from './registry-refusal.ts';

/** The error of a full disk as a sentence; any other error as it is. */
export function describeFullDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new RegistryRefusal(
    `The disk is full (${code}), so nothing was changed. Make room, then try again.`,
  );
}

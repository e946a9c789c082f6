import { RegistryRefusal } from './registry-refusal.ts';

/** Returns other errors unchanged. */
export function describeFullDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new RegistryRefusal(
    `The disk is full (${code}), so nothing was changed. Make room, then try again.`,
  );
}

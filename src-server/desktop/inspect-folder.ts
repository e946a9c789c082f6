import { basename, dirname } from 'node:path';
import { silentLogger } from '../contract/logger.ts';
import type { InspectResult } from '../contract/messages.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import { openRegistryDisk } from '../service/open-registry-disk.ts';

/** Whether a folder that someone picked can be served, or that of a file, and what to do where it can't. */
export async function inspectFolder(path: string): Promise<InspectResult> {
  const disk = openRegistryDisk(silentLogger);
  return inspectOn(disk, path).finally(() => disk.close());
}

async function inspectOn(disk: RegistryDisk, path: string): Promise<InspectResult> {
  const located = await disk.locate(path);
  if (located.ok) return { outcome: 'ok', root: located.location.root, layout: located.location.layout };
  if (located.instead === 'file') return inspectOn(disk, dirname(path));
  const candidates = await Promise.all(
    located.candidates.map(async (candidate) => {
      const inside = await disk.locate(candidate);
      return { path: candidate, layout: inside.ok ? inside.location.layout : ('registry' as const) };
    }),
  );
  return {
    outcome: 'refused',
    message: located.reason,
    nextStep:
      located.instead === 'nothing'
        ? 'Check the spelling, or choose it by the button.'
        : nextStep(path, candidates.length),
    candidates,
  };
}

function nextStep(path: string, candidates: number): string {
  if (candidates > 0) return 'Choose one of them.';
  return `Choose a folder with skills/<language>/<author>/<name>/, or begin one in ${basename(path)} with "skills init".`;
}

import { basename, dirname } from 'node:path';
import type { Logger } from '../contract/service/logger.ts';
import type { InspectResult } from '../contract/service/messages.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import { openRegistryDisk } from '../service/open-registry-disk.ts';
import type { FoundRegistry } from '../service/running-server.ts';

export interface FolderInspection {
  readonly result: InspectResult;
  /** With an open disk, to serve or close. */
  readonly found?: FoundRegistry;
}

/** A file counts as its folder. */
export async function inspectFolder(path: string, logger: Logger): Promise<FolderInspection> {
  const disk = openRegistryDisk(logger);
  try {
    const inspection = await inspectOn(disk, path);
    if (inspection.found === undefined) await disk.close();
    return inspection;
  } catch (cause) {
    await disk.close();
    throw cause;
  }
}

async function inspectOn(disk: RegistryDisk, path: string): Promise<FolderInspection> {
  const located = await disk.locate(path);
  if (located.ok) {
    const { location } = located;
    const result = { outcome: 'ok', root: location.root, layout: location.layout } as const;
    return { result, found: { disk, location } };
  }
  if (located.instead === 'file') return inspectOn(disk, dirname(path));
  const candidates = await Promise.all(
    located.candidates.map(async (candidate) => {
      const inside = await disk.locate(candidate);
      return { path: candidate, layout: inside.ok ? inside.location.layout : ('registry' as const) };
    }),
  );
  return {
    result: {
      outcome: 'refused',
      message: located.reason,
      nextStep:
        located.instead === 'nothing'
          ? 'Check the spelling, or choose it by the button.'
          : nextStep(path, candidates.length),
      candidates,
    },
  };
}

function nextStep(path: string, candidates: number): string {
  if (candidates > 0) return 'Choose one of them.';
  return `Choose a folder with skills/<language>/<author>/<name>/, or begin one in ${basename(path)} with "skills-registry init".`;
}

import { basename, dirname } from 'node:path';
import type { InspectResult } from '../contract/messages.ts';
import { locateRegistry } from '../registry/locate-registry.ts';

/** A file counts as its folder. */
export function inspectFolder(path: string): InspectResult {
  const located = locateRegistry(path);
  if (located.ok) {
    const { root, layout } = located.location;
    return { outcome: 'ok', root, layout };
  }
  if (located.instead === 'file') return inspectFolder(dirname(path));
  const candidates = located.candidates.map((candidate) => {
    const inside = locateRegistry(candidate);
    return { path: candidate, layout: inside.ok ? inside.location.layout : ('registry' as const) };
  });
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
  return `Choose a folder with skills/<language>/<author>/<name>/, or begin one in ${basename(path)} with "skills-registry init".`;
}

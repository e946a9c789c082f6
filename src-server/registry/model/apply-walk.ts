import { type Diagnostic, isLeftOut } from '../../contract/diagnostic.ts';
import { parentOf } from './relative-path.ts';
import type { SnapshotDraft } from './snapshot-draft.ts';

/**
 * Takes in what is wrong with folders that are no skill's, where that is another. One that is a skill but for its
 * skill.json says itself that it can't be served: what index.json says about it is looked at again when it comes or goes.
 */
export function* applyWalk(
  draft: SnapshotDraft,
  found: readonly Diagnostic[] | undefined,
): Generator<void, void> {
  if (found === undefined) return;
  const before = draft.withoutManifest;
  const now = new Map<string, Diagnostic>();
  for (const diagnostic of found) {
    if (isLeftOut(diagnostic)) now.set(parentOf(diagnostic.file ?? ''), diagnostic);
    yield;
  }
  for (const folder of [...before.keys(), ...now.keys()]) {
    const name = before.has(folder) === now.has(folder) ? undefined : draft.nameOf(folder);
    if (name !== undefined) draft.touchedNames.add(name);
    yield;
  }
  draft.walkDiagnostics = found;
  draft.withoutManifest = now;
}

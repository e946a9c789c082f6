/** What a change of a project is made of. Pure. */
import type { SyncChange, SyncPreview } from '../../../src-server/contract/service/project-work.ts';

/** The block that AGENTS.md gets, marks included; empty where it isn't changed. */
export function blockLines({ changes }: Pick<SyncPreview, 'changes'>): string {
  const home = changes.find(({ path, diff }) => /^(?:AGENTS|CLAUDE)\.md$/.test(path) && diff.length > 0);
  const after = (home?.diff ?? []).filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
  const start = after.findIndex((line) => line.startsWith('<!-- skills-registry'));
  const end = after.findLastIndex((line) => line.startsWith('<!-- skills-registry'));
  return start < 0 || end <= start ? '' : `${after.slice(start, end + 1).join('\n')}\n`;
}

/** Changes of files that nobody reads line by line. */
export function otherPaths({ changes }: Pick<SyncPreview, 'changes'>): readonly SyncChange[] {
  return changes.filter(({ action, diff }) => action !== 'keep' && diff.length === 0);
}

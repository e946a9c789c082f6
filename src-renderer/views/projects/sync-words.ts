import type { SyncChange, SyncPreview } from '../../../src-server/contract/service/project-work.ts';

/** New block of AGENTS.md or CLAUDE.md with marks; empty if unchanged. */
export function blockLines({ changes }: Pick<SyncPreview, 'changes'>): string {
  const home = changes.find(({ path, diff }) => /^(?:AGENTS|CLAUDE)\.md$/.test(path) && diff.length > 0);
  const after = (home?.diff ?? []).filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
  const start = after.findIndex((line) => line.startsWith('<!-- skills-registry'));
  const end = after.findLastIndex((line) => line.startsWith('<!-- skills-registry'));
  return start < 0 || end <= start ? '' : `${after.slice(start, end + 1).join('\n')}\n`;
}

/** Files without a line diff. */
export function otherPaths({ changes }: Pick<SyncPreview, 'changes'>): readonly SyncChange[] {
  return changes.filter(({ action, diff }) => action !== 'keep' && diff.length === 0);
}

import { isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import type { FolderDelta } from './folder-delta.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import { parentOf } from './relative-path.ts';

const NAMED = 3;

export interface DescribedChange {
  readonly summary: string;
  readonly broken: readonly string[];
}

interface ChangedKeys {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export function describeChange(
  before: Pick<RegistrySnapshot, 'skills'>,
  delta: FolderDelta,
  { changed, removed }: ChangedKeys,
): DescribedChange {
  const isNew = (key: string) => !before.skills.has(key);
  const parts = [
    describe('added', changed.filter(isNew)),
    describe(
      'changed',
      changed.filter((key) => !isNew(key)),
    ),
    describe('removed', removed),
    delta.indexFile === undefined ? '' : 'index.json changed',
  ].filter((part) => part !== '');
  const broken = delta.upserted.flatMap(({ folder, isManifestBroken, diagnostics }) =>
    isManifestBroken
      ? diagnostics
          .filter(({ code }) => code === 'skill-json-invalid')
          .map(({ message }) => `${folder === '' ? 'The skill' : folder}: ${message}`)
      : [],
  );
  return {
    summary: parts.join('; ') || 'nothing that is served',
    broken: [...broken, ...withoutManifest(delta)],
  };
}

function withoutManifest({ removed, walkDiagnostics = [] }: FolderDelta): readonly string[] {
  const gone = new Set(removed);
  return walkDiagnostics.filter(isLeftOut).flatMap(({ file = '', message }) => {
    const folder = parentOf(file);
    return gone.has(folder) ? [`${folder}: ${message}`] : [];
  });
}

function describe(verb: string, keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const named = keys.toSorted().slice(0, NAMED).join(', ');
  return `${verb} ${named}${keys.length > NAMED ? ` and ${keys.length - NAMED} more` : ''}`;
}

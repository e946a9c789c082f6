import { isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import type { FolderDelta } from './folder-delta.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import { parentOf } from './relative-path.ts';

/** Further skills are counted. */
const MOST_NAMED = 3;

/** For the log. */
export interface DescribedChange {
  readonly summary: string;
  /** A sentence per skill that the change broke. */
  readonly broken: readonly string[];
}

interface ChangedKeys {
  /** Includes added skills. */
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
    summary: parts.join('; ') || 'no served skill is different',
    broken: [...broken, ...whyLeftOut(delta)],
  };
}

function whyLeftOut({ removed, walkDiagnostics = [] }: FolderDelta): readonly string[] {
  const gone = new Set(removed);
  return walkDiagnostics.filter(isLeftOut).flatMap(({ file = '', message }) => {
    const folder = parentOf(file);
    return gone.has(folder) ? [`${folder}: ${message}`] : [];
  });
}

function describe(verb: string, keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const named = keys.toSorted().slice(0, MOST_NAMED).join(', ');
  return `${verb} ${named}${keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : ''}`;
}

import type { SkillKey } from '../../contract/api/api.ts';
import { isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import type { DescribedChange } from '../registry-patch.ts';
import type { RegistryModel } from './registry-model.ts';
import { parentOf } from './relative-path.ts';

/** Further skills are counted. */
const MOST_NAMED = 3;

interface ReadChange {
  /** Folders that were read again. */
  readonly read: readonly string[];
  readonly removed: readonly string[];
  readonly isIndexChanged: boolean;
}

export function describeChange(
  before: Pick<RegistryModel, 'skills'>,
  { skills, contents }: RegistryModel,
  { read, removed, isIndexChanged }: ReadChange,
): DescribedChange {
  const isChanged = (key: SkillKey) => {
    const [was, is] = [before.skills.get(key), skills.get(key)];
    return was !== undefined && (was.source !== is?.source || was.entry !== is.entry);
  };
  const [now, then] = [[...skills.keys()], [...before.skills.keys()]];
  const parts = [
    describe(
      'added',
      now.filter((key) => !before.skills.has(key)),
    ),
    describe('changed', now.filter(isChanged)),
    describe(
      'removed',
      then.filter((key) => !skills.has(key)),
    ),
    isIndexChanged ? 'index.json changed' : '',
  ].filter((part) => part !== '');
  const broken = read.flatMap((folder) => {
    const source = contents.folders.get(folder);
    if (source?.isManifestBroken !== true) return [];
    const said = source.diagnostics.filter(({ code }) => code === 'skill-json-invalid');
    return said.map(({ message }) => `${folder === '' ? 'The skill' : folder}: ${message}`);
  });
  const gone = new Set(removed);
  const leftOut = contents.walkDiagnostics.filter(isLeftOut).flatMap(({ file = '', message }) => {
    const folder = parentOf(file);
    return gone.has(folder) ? [`${folder}: ${message}`] : [];
  });
  return {
    summary: parts.join('; ') || 'no served skill is different',
    broken: [...broken, ...leftOut],
  };
}

function describe(verb: string, keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const named = keys.toSorted().slice(0, MOST_NAMED).join(', ');
  return `${verb} ${named}${keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : ''}`;
}

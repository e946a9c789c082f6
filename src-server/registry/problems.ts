import type { CheckProgress, DiagnosticsResponse } from '../contract/api/api.ts';
import {
  compareDiagnostics,
  countBySeverity,
  type Diagnostic,
  diagnose,
} from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { SeverityCounts } from '../contract/diagnostics/severity.ts';
import { compareText } from '../contract/words/compare-text.ts';
import { groupBy } from '../group-by.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { withPositions } from '../validation/json-position.ts';
import { type RegistryRules, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import { isOldIndex } from './model/index-age.ts';
import { joinRelative } from './model/relative-path.ts';
import { inRegistry, type RegistrySnapshot, type ServedSkill, type SnapshotLayer } from './snapshot.ts';

/** What is wrong with a snapshot, by the rules.json of each layer. */
export class Problems {
  readonly #snapshot: RegistrySnapshot;
  readonly diagnostics: readonly Diagnostic[];
  readonly relaxed: readonly Relaxed[];
  readonly counts: SeverityCounts;
  /** Absent once all skills are checked. */
  readonly checking: CheckProgress | undefined;
  #located: DiagnosticsResponse | undefined;

  /** @param isAgeless by root: an old index.json is no problem */
  constructor(snapshot: RegistrySnapshot, now: Date, isAgeless: (root: string) => boolean) {
    this.#snapshot = snapshot;
    const { layers, skills, general } = snapshot;
    const rulesOf = new Map(layers.map(({ name, state }) => [name, state?.rules.rules ?? SPECIFICATION]));
    const onlyRules = layers.length === 1 ? rulesOf.get(layers[0]?.name ?? '') : undefined;
    const aged = layers.flatMap((layer) =>
      isAgeless(layer.root) ? [] : agedIndex(layer, layers.length > 1, now),
    );
    const found = [...general, ...aged, ...[...skills.values()].flatMap(findingsOf)];
    const byRules = groupBy(
      found,
      ({ registry = '' }): RegistryRules => onlyRules ?? rulesOf.get(registry) ?? SPECIFICATION,
    );
    const parts = Array.from(byRules, ([rules, own]) => relax(own, rules));
    this.diagnostics = parts.flatMap(({ diagnostics }) => diagnostics);
    this.relaxed = parts.flatMap((part) => part.relaxed).sort((a, b) => compareText(a.code, b.code));
    this.counts = countBySeverity(this.diagnostics);
    const done = [...skills.values()].filter(({ findings }) => findings.isChecked).length;
    this.checking = done === skills.size ? undefined : { done, total: skills.size };
  }

  /** With the lines of JSON pointers, errors first. */
  get located(): DiagnosticsResponse {
    this.#located ??= {
      ...(this.checking !== undefined && { checking: this.checking }),
      ...(this.relaxed.length > 0 && { relaxed: this.relaxed }),
      diagnostics: [...groupBy(this.diagnostics, ({ registry }) => registry)]
        .flatMap(([registry, own]) => withPositions(own, (file) => this.#textOf(file, registry)))
        .sort(compareDiagnostics),
    };
    return this.#located;
  }

  #textOf(file: string, registry: string | undefined): string | undefined {
    const { layers, skills } = this.#snapshot;
    const layer = layers.find(({ name }) => name === registry) ?? layers[0];
    if (file === 'index.json') return layer?.state?.index.text;
    const unserved = layer?.state?.unserved.get(file);
    if (unserved !== undefined) return unserved;
    for (const { folder, manifestText, texts, registry: own } of skills.values()) {
      if (own !== undefined && own !== layer?.name) continue;
      if (file === joinRelative(folder, MANIFEST_FILE)) return manifestText;
      if (folder === '' || file.startsWith(`${folder}/`))
        return texts.get(folder === '' ? file : file.slice(folder.length + 1));
    }
    return undefined;
  }
}

function findingsOf({ findings: { loader, rules, checks }, registry }: ServedSkill): readonly Diagnostic[] {
  const found = [...loader, ...rules, ...checks];
  return registry === undefined ? found : found.map((one) => inRegistry(one, registry));
}

function agedIndex(
  { name, state }: SnapshotLayer,
  isOneOfSeveral: boolean,
  now: Date,
): readonly Diagnostic[] {
  const updatedAt = state?.index.updatedAt;
  if (updatedAt === undefined || !isOldIndex(updatedAt, now)) return [];
  const message = `index.json was last updated on ${updatedAt.slice(0, 10)}, more than a week ago.`;
  const found = diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' });
  return [isOneOfSeveral ? inRegistry(found, name) : found];
}

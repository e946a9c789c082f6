import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../contract/api/error-codes.ts';
import { countBySeverity, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { countWords, problemWords, SEVERITIES } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import { type ReadRules, SPECIFICATION } from '../validation/registry-rules.ts';
import { rulesFrom, rulesRequest } from './disk/read-rules.ts';
import type { LiveRegistry } from './live-registry.ts';
import {
  inRegistry,
  type RegistryLocation,
  type RegistrySnapshot,
  type SnapshotLayer,
} from './model/registry-snapshot.ts';
import { parseRulesFile } from './model/rules-file.ts';
import { countProblems, type Problems, timelyFindings } from './problems.ts';

/** Limit for `caughtUp`: steady edits never finish. */
export const CAUGHT_UP_MS = 15_000;
/** For rules.json and the index's age. */
const REFRESH_EVERY_MS = 30_000;

type ReadableRegistry = Pick<LiveRegistry, 'layers' | 'read' | 'caughtUp'>;

interface ServedProblemsOptions {
  readonly live: ReadableRegistry;
  readonly logger: Logger;
  readonly isAgeless?: ((root: string) => boolean) | undefined;
  readonly onChange: () => void;
}

/** With rules.json applied. */
export class ServedProblems {
  readonly #options: ServedProblemsOptions;
  #snapshot: RegistrySnapshot | undefined;
  #present: Problems | undefined;
  #rules: ReadonlyMap<string, ReadRules> = new Map();
  #clock: NodeJS.Timeout | undefined;

  constructor(options: ServedProblemsOptions) {
    this.#options = options;
  }

  follow(snapshot: RegistrySnapshot): void {
    const isOnlyChecked = snapshot.generation === this.#snapshot?.generation;
    this.#snapshot = snapshot;
    this.#present = undefined;
    if (this.#clock === undefined) return;
    if (isOnlyChecked) this.#announce();
    // rules.json may have changed as well.
    else void this.#refresh();
    this.#sayIfChecked();
  }

  begin(): void {
    this.#clock = setInterval(() => void this.#refresh(), REFRESH_EVERY_MS).unref();
    this.#sayIfChecked();
  }

  /** The same object until problems change. */
  present(): Problems {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
    this.#present ??= this.#collect(snapshot);
    return this.#present;
  }

  /** Resolves when no edited skill waits, or after `CAUGHT_UP_MS`. */
  async caughtUp(): Promise<void> {
    await this.#refresh();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CAUGHT_UP_MS).unref();
    });
    // If the thread ends, the next continues.
    await Promise.race([this.#options.live.caughtUp().catch(() => {}), late]);
    clearTimeout(timer);
  }

  /**
   * Call before publishing counts: relaxed problems are no errors. Never rejects.
   *
   * @returns whether the rules changed
   */
  async readRules(): Promise<boolean> {
    const { live } = this.#options;
    const roots = live.layers.map(({ location }) => location.root);
    const readings = await live.read(roots.map(rulesRequest)).catch(() => []);
    const rules = new Map<string, ReadRules>();
    for (const [place, root] of roots.entries()) {
      const reading = readings[place];
      rules.set(root, reading === undefined ? this.#rulesOf({ root }) : rulesFrom(reading));
    }
    const isSame = roots.every((root) => isDeepStrictEqual(rules.get(root), this.#rulesOf({ root })));
    this.#rules = rules;
    if (isSame) return false;
    this.#present = undefined;
    return true;
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #collect(snapshot: RegistrySnapshot): Problems {
    const general = this.#generalFindings(snapshot);
    const rules = new Map(
      layersOf(snapshot).map(({ name, location }) => [name, this.#rulesOf(location).rules]),
    );
    const found = { snapshot, general, rules };
    const [{ unchecked }, total] = [snapshot, snapshot.skills.size];
    const checking = unchecked === 0 ? {} : { checking: { done: total - unchecked, total } };
    if ([...rules.values()].some((one) => one !== SPECIFICATION))
      return { ...found, ...countProblems(found), ...checking };
    const [own, counts] = [countBySeverity(general), { ...snapshot.counts }];
    for (const severity of SEVERITIES) counts[severity] += own[severity];
    return { ...found, counts, relaxed: [], ...checking };
  }

  #generalFindings(snapshot: RegistrySnapshot): readonly Diagnostic[] {
    const { isAgeless = () => false } = this.#options;
    return layersOf(snapshot).flatMap(({ name, location, contents }) => {
      const aged = isAgeless(location.root) ? [] : timelyFindings({ contents }, new Date());
      const found = [...this.#rulesOf(location).diagnostics, ...aged];
      return name === '' ? found : found.map((one) => inRegistry(one, name));
    });
  }

  #rulesOf({ root }: Pick<RegistryLocation, 'root'>): ReadRules {
    return this.#rules.get(root) ?? parseRulesFile(undefined);
  }

  #sayIfChecked(): void {
    if (this.#snapshot?.unchecked !== 0) return;
    const { snapshot, counts } = this.present();
    const skills = countWords(snapshot.skills.size, 'skill');
    this.#options.logger.info(`Checked ${skills}: ${problemWords(counts)}.`);
  }

  #announce(): void {
    this.#present = undefined;
    this.#options.onChange();
  }

  /** For changes without a snapshot. */
  async #refresh(): Promise<void> {
    const before = this.#present;
    const hasRules = await this.readRules();
    const hasAged =
      before !== undefined && this.#generalFindings(before.snapshot).length !== before.general.length;
    if (!hasRules && !hasAged) return;
    this.#announce();
    this.#sayIfChecked();
  }
}

/** '' for a single registry. */
function layersOf({
  layers,
  location,
  contents,
}: RegistrySnapshot): ReadonlyArray<Pick<SnapshotLayer, 'name' | 'location' | 'contents'>> {
  return layers ?? [{ name: '', location, contents }];
}

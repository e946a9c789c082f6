import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../contract/api/error-codes.ts';
import { countBySeverity, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { countWords, problemWords, SEVERITIES } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import { type ReadRules, SPECIFICATION } from '../validation/registry-rules.ts';
import { rulesFrom, rulesRequest } from './disk/read-rules.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import { parseRulesFile } from './model/rules-file.ts';
import { countProblems, type Problems, timelyFindings } from './problems.ts';

/** Whoever asks for a fresh look waits this long at most, in milliseconds: a registry that is written all the time is never done. */
export const CAUGHT_UP_MS = 15_000;
/** rules.json, and the age of the index, are looked at this often, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

type ReadableRegistry = Pick<LiveRegistry, 'location' | 'read' | 'caughtUp'>;

export interface ServedProblemsOptions {
  readonly live: ReadableRegistry;
  readonly logger: Logger;
  /** Whether the index may grow old; not that of the sample, which is as it was shipped. Default true. */
  readonly agesIndex?: boolean | undefined;
  /** There are other numbers, though the registry is the same. */
  readonly onChange: () => void;
}

/** What is wrong with the registry that is served: what its snapshot says, as the registry's own rules leave it. */
export class ServedProblems {
  readonly #options: ServedProblemsOptions;
  #snapshot: RegistrySnapshot | undefined;
  #present: Problems | undefined;
  #rules: ReadRules = parseRulesFile(undefined);
  #clock: NodeJS.Timeout | undefined;

  constructor(options: ServedProblemsOptions) {
    this.#options = options;
  }

  /** Another snapshot is the present one, or more is known of it. */
  follow(snapshot: RegistrySnapshot): void {
    const isOnlyChecked = snapshot.generation === this.#snapshot?.generation;
    this.#snapshot = snapshot;
    this.#present = undefined;
    if (this.#clock === undefined) return;
    if (isOnlyChecked) this.#announce();
    // rules.json may have changed with it.
    else void this.#lookAround();
    this.#sayIfChecked();
  }

  /** From now on whoever listens is told of other numbers. */
  begin(): void {
    this.#clock = setInterval(() => void this.#lookAround(), LOOK_EVERY_MS).unref();
    this.#sayIfChecked();
  }

  /** The problems as far as they are known. The same object until there are others. */
  present(): Problems {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
    this.#present ??= this.#collect(snapshot);
    return this.#present;
  }

  /** Resolves when no edited skill waits to be checked, or after 15 s. */
  async caughtUp(): Promise<void> {
    await this.#lookAround();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CAUGHT_UP_MS).unref();
    });
    // A thread that ends leaves the rest to the next one.
    await Promise.race([this.#options.live.caughtUp().catch(() => {}), late]);
    clearTimeout(timer);
  }

  /**
   * Reads rules.json before anybody is told a number: what the registry's own rules relax is no error, not even in a
   * greeting. Never rejects.
   *
   * @returns whether rules.json says something else than before
   */
  async readRules(): Promise<boolean> {
    const { live } = this.#options;
    const [reading] = await live.read([rulesRequest(live.location.root)]).catch(() => []);
    const read = reading && rulesFrom(reading);
    if (read === undefined || isDeepStrictEqual(read, this.#rules)) return false;
    this.#rules = read;
    this.#present = undefined;
    return true;
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #collect(snapshot: RegistrySnapshot): Problems {
    const general = this.#generalFindings(snapshot);
    const { rules } = this.#rules;
    const found = { snapshot, general, rules };
    const [{ unchecked }, total] = [snapshot, snapshot.skills.size];
    const checking = unchecked === 0 ? {} : { checking: { done: total - unchecked, total } };
    if (rules !== SPECIFICATION) return { ...found, ...countProblems(found), ...checking };
    const [own, counts] = [countBySeverity(general), { ...snapshot.counts }];
    for (const severity of SEVERITIES) counts[severity] += own[severity];
    return { ...found, counts, relaxed: [], ...checking };
  }

  #generalFindings(snapshot: RegistrySnapshot): readonly Diagnostic[] {
    const { agesIndex = true } = this.#options;
    return [...this.#rules.diagnostics, ...(agesIndex ? timelyFindings(snapshot, new Date()) : [])];
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

  /** What no snapshot tells of: another rules.json, and an index that grew old. */
  async #lookAround(): Promise<void> {
    const before = this.#present;
    const hasRules = await this.readRules();
    const hasAged =
      before !== undefined && this.#generalFindings(before.snapshot).length !== before.general.length;
    if (!hasRules && !hasAged) return;
    this.#announce();
    this.#sayIfChecked();
  }
}

import type { RegistryLayout, SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { runInSlices } from '../run-in-slices.ts';
import { PASSING_CODES } from '../validation/rules.ts';
import { isDiagnostic } from './model/is-diagnostic.ts';
import type { Skill } from './model/skill.ts';

/** Written when all is checked and so large a share of it is new: checking less again costs no more than writing all. */
const STALE_SHARE = 0.005;
/** Before that, when so large a share is new, */
const PART_SHARE = 0.05;
/** and half as much as was written before: a long first pass isn't written all over again and again. */
const PART_GROWTH = 0.5;

/** What the rules found in one skill, as long as its files are those of the fingerprint. */
export interface KeptRecord {
  readonly key: SkillKey;
  readonly folder: string;
  readonly layout: RegistryLayout;
  readonly fingerprint: string;
  /** JSON of the findings. */
  readonly findings: Uint8Array;
}

/** Where records outlive a run. */
export interface FindingsFile {
  /** Those that were written by the same rules; none where there is nothing usable. Never rejects. */
  read(): Promise<readonly KeptRecord[]>;
  /** Replaces all. Rejects where they can't be written. */
  write(records: readonly KeptRecord[]): Promise<void>;
}

/** A skill with all that every rule found in it. */
export type CheckedFindings = readonly [skill: Skill, found: readonly Diagnostic[]];

/** What was found in earlier runs, and what the next one is to know: a skill whose files are the same isn't checked again. */
export class KeptFindings {
  readonly #file: FindingsFile;
  readonly #layout: RegistryLayout;
  #known = new Map<SkillKey, KeptRecord>();
  /** How many findings the file doesn't know, and how many it does. */
  #news = 0;
  #written = 0;
  #writing: Promise<void> | undefined;

  constructor(file: FindingsFile, layout: RegistryLayout) {
    this.#file = file;
    this.#layout = layout;
  }

  /** Reads what earlier runs found. */
  async open(): Promise<void> {
    const records = await this.#file.read();
    this.#known = new Map(records.map((record) => [record.key, record]));
    this.#written = records.length;
  }

  /** What was found in a skill as it is now; undefined where nobody knows. Each is asked for once. */
  take(skill: Skill): readonly Diagnostic[] | undefined {
    const known = this.#known.get(skill.key);
    this.#known.delete(skill.key);
    const isSame =
      known?.fingerprint === skill.fingerprint &&
      known.folder === skill.folder &&
      known.layout === this.#layout;
    return isSame ? parseFindings(known) : undefined;
  }

  /** Nobody will ask for the rest. */
  forgetRest(): void {
    this.#known.clear();
  }

  /** A skill was checked. */
  note({ fingerprint }: Skill, found: readonly Diagnostic[]): void {
    if (isLasting(fingerprint, found)) this.#news += 1;
  }

  /** Whether enough is new by now. @param isAll nothing waits to be checked */
  isDue(total: number, isAll: boolean): boolean {
    const least = isAll ? total * STALE_SHARE : Math.max(total * PART_SHARE, this.#written * PART_GROWTH);
    return this.#writing === undefined && this.#news > least;
  }

  /** Writes what is known. Never rejects: what isn't kept is checked again. */
  save(checked: readonly CheckedFindings[]): Promise<void> {
    this.#news = 0;
    this.#writing ??= this.#write(checked)
      .catch(() => {})
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #write(checked: readonly CheckedFindings[]): Promise<void> {
    const records = await runInSlices(recordsOf(checked, this.#layout));
    this.#written = records.length;
    await this.#file.write(records);
  }
}

/** Files that were too young to be believed have a part of their own in the fingerprint, and some findings pass. */
function isLasting(fingerprint: string, found: readonly Diagnostic[]): boolean {
  return !fingerprint.includes('.') && !found.some(({ code }) => PASSING_CODES.has(code));
}

function* recordsOf(
  checked: readonly CheckedFindings[],
  layout: RegistryLayout,
): Generator<void, readonly KeptRecord[]> {
  const records: KeptRecord[] = [];
  for (const [{ key, folder, fingerprint }, found] of checked) {
    if (isLasting(fingerprint, found)) {
      const findings = new TextEncoder().encode(JSON.stringify(found));
      records.push({ key, folder, layout, fingerprint, findings });
    }
    yield;
  }
  return records;
}

function parseFindings({ key, findings }: KeptRecord): readonly Diagnostic[] | undefined {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(findings));
    return Array.isArray(found) && found.every((item) => isFindingOf(item, key)) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this is what a rule could say of the skill. */
function isFindingOf(item: unknown, key: SkillKey): item is Diagnostic {
  return isDiagnostic(item) && (item.skillKey ?? key) === key;
}

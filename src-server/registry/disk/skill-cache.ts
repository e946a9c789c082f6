import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../contract/api/json-object.ts';
import { DIAGNOSTICS, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { SEVERITIES } from '../../contract/diagnostics/severity.ts';
import { writeInside } from '../../platform/write-file.ts';
import { runInSlices, runToEnd } from '../../run-in-slices.ts';
import { RULES_VERSION } from '../../validation/rules.ts';
import { listedInFolders } from '../model/read-manifest.ts';
import type { RegistryModel } from '../model/registry-model.ts';
import type { KnownFindings, SkillFindings, SkillFolder } from '../model/skill.ts';
import type { DiskReader } from './disk-reader.ts';
import type { CachedTexts } from './folder-texts.ts';
import { readCacheFile } from './read-cache-file.ts';
import { decodeRecordFile, encodeRecord, encodeRecordFile } from './record-file.ts';

/** Increase with format or derived data; a test compares a sample. */
export const SKILLS_VERSION = 1;
const VERSION = `skills ${SKILLS_VERSION} ${RULES_VERSION}`;
export const MAX_SKILLS_BYTES = 256 * 1024 * 1024;
/** Share of new records for a rewrite. */
const STALE_SHARE = 0.005;
/** During the first pass, against repeated rewrites. */
const PART_SHARE = 0.1;

type Marks = ReadonlyMap<string, string>;

interface CachedRecord {
  readonly fingerprint: string;
  readonly texts: CachedTexts;
}

/**
 * Skills of earlier runs: a start skips reading and checking of folders with equal stamps. Ignores damaged,
 * implausible and other-version records.
 */
export class SkillCache {
  readonly #file: string;
  #kept: ReadonlyMap<string, CachedRecord>;
  #marks: Marks;
  #writing: Promise<void> | undefined;

  constructor(reader: DiskReader, file: string) {
    this.#file = file;
    this.#kept = readKept(reader, file);
    const marked = Array.from(
      this.#kept,
      ([folder, { fingerprint, texts }]) => [folder, markOf(fingerprint, texts.known)] as const,
    );
    this.#marks = new Map(marked);
  }

  find(folder: string, fingerprint: string): CachedTexts | undefined {
    const kept = this.#kept.get(folder);
    return kept?.fingerprint === fingerprint ? kept.texts : undefined;
  }

  forget(): void {
    this.#kept = new Map();
  }

  /**
   * Skipped with few new records, or during a write.
   *
   * @param isLasting another run would find the same
   */
  async keep(model: RegistryModel, isLasting: (findings: SkillFindings) => boolean): Promise<void> {
    if (this.#writing !== undefined) return;
    const marks = marksOf(model, isLasting);
    const gone = [...this.#marks.keys()].filter((folder) => !marks.has(folder)).length;
    const fresh = [...marks].filter(([folder, mark]) => this.#marks.get(folder) !== mark).length;
    const share = model.unchecked === 0 ? STALE_SHARE : PART_SHARE;
    if (Math.max(fresh, gone) <= model.claims.size * share) return;
    this.#marks = marks;
    this.#writing = write(this.#file, model, isLasting).finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }
}

async function write(file: string, model: RegistryModel, isLasting: (findings: SkillFindings) => boolean) {
  const parts = await runInSlices(encodeModel(model, isLasting));
  if (parts.reduce((sum, { length }) => sum + length, 0) > MAX_SKILLS_BYTES) return;
  await writeInside(dirname(file), basename(file), Buffer.concat(parts), { mode: 0o600 });
}

function* encodeModel(
  model: RegistryModel,
  isLasting: (findings: SkillFindings) => boolean,
): Generator<void, readonly Uint8Array[]> {
  const records: Uint8Array[] = [];
  for (const { source } of model.claims.values()) {
    const { folder, fingerprint, manifest, overviewSummary, placeholders } = source;
    const text = isKept(source) ? JSON.stringify(manifest) : undefined;
    if (text === undefined || !saysAll(text, manifest)) continue;
    const known = findingsIn(model, source, isLasting) ?? null;
    const head: Head = [folder, fingerprint, overviewSummary, placeholders, known];
    records.push(encodeRecord({ head, body: Buffer.from(text) }));
    yield;
  }
  return yield* encodeRecordFile(VERSION, records);
}

function marksOf(model: RegistryModel, isLasting: (findings: SkillFindings) => boolean): Marks {
  const marks = new Map<string, string>();
  for (const { source } of model.claims.values())
    if (isKept(source))
      marks.set(source.folder, markOf(source.fingerprint, findingsIn(model, source, isLasting)));
  return marks;
}

function markOf(fingerprint: string, known: KnownFindings | undefined): string {
  return known === undefined ? fingerprint : `${fingerprint} ${known.layout}`;
}

/** Read completely, not too recently changed, same folder. */
function isKept({ fingerprint, manifest, isManifestBroken }: SkillFolder): boolean {
  if (fingerprint.includes('.') || manifest === undefined || isManifestBroken) return false;
  return listedInFolders(manifest).length === 0;
}

/** False if JSON loses a value: `1e999` becomes null. */
function saysAll(text: string, manifest: unknown): boolean {
  return !text.includes('null') || isDeepStrictEqual(JSON.parse(text), manifest);
}

function findingsIn(
  { records, claims, location }: RegistryModel,
  { folder }: SkillFolder,
  isLasting: (findings: SkillFindings) => boolean,
): KnownFindings | undefined {
  const key = claims.get(folder)?.skill?.key;
  const record = key === undefined ? undefined : records.get(key);
  if (key === undefined || record?.skill.folder !== folder || !isLasting(record)) return undefined;
  return { key, layout: location.layout, checks: record.checks, isChecked: true };
}

function readKept(reader: DiskReader, file: string): ReadonlyMap<string, CachedRecord> {
  const kept = new Map<string, CachedRecord>();
  const bytes = readCacheFile(reader, file, MAX_SKILLS_BYTES);
  for (const { head, body } of (bytes && runToEnd(decodeRecordFile(bytes, VERSION))) ?? []) {
    if (!isHead(head)) return new Map();
    const [folder, fingerprint, overviewSummary, placeholders, known] = head;
    const texts = { manifestBytes: body, overviewSummary, placeholders, known: known ?? undefined };
    kept.set(folder, { fingerprint, texts });
  }
  return kept;
}

type Head = readonly [
  folder: string,
  fingerprint: string,
  summary: string,
  placeholders: readonly Diagnostic[],
  known: KnownFindings | null,
];

function isHead(head: unknown): head is Head {
  if (!Array.isArray(head) || head.length !== 5) return false;
  const [folder, fingerprint, summary, placeholders, known] = head as readonly unknown[];
  return (
    [folder, fingerprint, summary].every((text) => typeof text === 'string') &&
    Array.isArray(placeholders) &&
    placeholders.every((found) => isDiagnostic(found) && found.code === 'placeholder-left') &&
    (known === null || isKnown(known, folder as string))
  );
}

function isKnown(known: unknown, folder: string): known is KnownFindings {
  if (!isJsonObject(known) || Object.keys(known).length !== 4) return false;
  const { key, layout, checks, isChecked } = known;
  const place = folder === '' ? '' : `${folder}/`;
  return (
    typeof key === 'string' &&
    typeof layout === 'string' &&
    isChecked === true &&
    Array.isArray(checks) &&
    checks.every(
      (item) =>
        isDiagnostic(item) &&
        (item.skillKey ?? key) === key &&
        (item.file === undefined || item.file === folder || item.file.startsWith(place)),
    )
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isPlace = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

const MEMBERS: Readonly<Record<keyof Diagnostic, (value: unknown) => boolean>> = {
  code: (value) => typeof value === 'string' && Object.hasOwn(DIAGNOSTICS, value),
  severity: (value) => SEVERITIES.some((severity) => severity === value),
  message: isText,
  skillKey: isText,
  registry: isText,
  file: isText,
  line: isPlace,
  column: isPlace,
  pointer: isText,
  field: isText,
  value: isText,
  expected: isText,
  fix: isText,
};

/** Requires known codes and members. */
function isDiagnostic(item: unknown): item is Diagnostic {
  return (
    isJsonObject(item) &&
    ['code', 'severity', 'message'].every((name) => Object.hasOwn(item, name)) &&
    Object.entries(item).every(
      ([name, value]) => Object.hasOwn(MEMBERS, name) && MEMBERS[name as keyof Diagnostic](value),
    )
  );
}

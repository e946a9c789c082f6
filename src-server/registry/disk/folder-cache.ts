import { basename, dirname } from 'node:path';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { runInSlices, runToEnd } from '../../run-in-slices.ts';
import { QUICK_CODES, RULES_VERSION } from '../../validation/rules.ts';
import { decodeRecordFile, encodeRecord, encodeRecordFile } from '../../writing/record-file.ts';
import { writeInside } from '../../writing/write-inside.ts';
import { keyOfFolder } from '../model/assign-keys.ts';
import { isDiagnostic } from '../model/is-diagnostic.ts';
import { isJsonObject } from '../model/json-object.ts';
import { quickFindings } from '../model/quick-findings.ts';
import { acceptSchema } from '../model/read-manifest.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import type { KnownQuickFindings, SkillFolder } from '../model/skill.ts';
import type { DiskDoor } from './disk-door.ts';
import type { KeptTexts } from './folder-texts.ts';
import { readCacheFile } from './read-cache-file.ts';
import { parseManifest } from './read-folder.ts';

/**
 * What is kept, and how it is made of the files. A higher number for every change of it: a test holds what this version
 * makes of a folder, and fails where the two disagree.
 */
export const FOLDERS_VERSION = 4;
const VERSION = `folders ${FOLDERS_VERSION} ${RULES_VERSION}`;
/** A larger file is neither written nor read. */
export const MAX_FOLDERS_BYTES = 256 * 1024 * 1024;
/** It is written anew when this share of it would be new, or is of folders that are gone. */
const STALE_SHARE = 0.05;

interface KeptRecord {
  readonly fingerprint: string;
  readonly texts: KeptTexts;
}

/** What of a folder the quick rules look at beside skill.json. */
type Listing = Pick<SkillFolder, 'files' | 'otherMarkdown'>;

interface NotedRecord extends KeptRecord {
  readonly listing: Listing;
}

/**
 * What reading the folders of a registry came to, from one run to the next: a start whose folders have the same stamps
 * opens none of their files. It is a guess and never the disk's word: names and stamps are always looked at, and what is
 * damaged, forged in an odd way or of another version counts for nothing.
 */
export class FolderCache {
  readonly #file: string;
  readonly #kept: Map<string, KeptRecord>;
  /** What the next run is to know, by folder; undefined once that is too much, or written. */
  #noted: Map<string, NotedRecord> | undefined = new Map();
  #bytes = 0;
  /** How many of them weren't kept before. */
  #fresh = 0;

  /** @param file absolute; what is there and can be used is read */
  constructor(door: DiskDoor, file: string) {
    this.#file = file;
    this.#kept = readKept(door, file);
  }

  /** What the files of a folder say, where its stamps are as they were. */
  find(folder: string, fingerprint: string): KeptTexts | undefined {
    const kept = this.#kept.get(folder);
    return kept?.fingerprint === fingerprint ? kept.texts : undefined;
  }

  /** Notes what the files of a folder say, for the next run; what was found here, too. */
  keep(folder: string, fingerprint: string, texts: KeptTexts, { files, otherMarkdown }: Listing): void {
    if (this.#noted === undefined) return;
    if (this.find(folder, fingerprint) === undefined) this.#fresh += 1;
    this.#bytes += texts.manifestBytes.length;
    if (this.#bytes > MAX_FOLDERS_BYTES / 2) this.#noted = undefined;
    else this.#noted.set(folder, { fingerprint, texts, listing: { files, otherMarkdown } });
  }

  /**
   * Writes what was noted, where enough of it is news, and forgets everything. What the quick rules say is found out for
   * that, in slices. Rejects where it can't be written.
   */
  async save(location: RegistryLocation): Promise<void> {
    const noted = this.#noted;
    const known = this.#kept.size;
    this.#kept.clear();
    this.#noted = undefined;
    if (noted === undefined) return;
    const gone = known - (noted.size - this.#fresh);
    if (Math.max(this.#fresh, gone) <= noted.size * STALE_SHARE) return;
    const parts = await runInSlices(encodeNoted(noted, location));
    if (parts.reduce((sum, { length }) => sum + length, 0) > MAX_FOLDERS_BYTES) return;
    await writeInside(dirname(this.#file), basename(this.#file), parts, { mode: 0o600 });
  }
}

function* encodeNoted(
  noted: ReadonlyMap<string, NotedRecord>,
  location: RegistryLocation,
): Generator<void, readonly Uint8Array[]> {
  const records: Uint8Array[] = [];
  for (const [folder, { fingerprint, texts, listing }] of noted) {
    const { overviewSummary, unwritten, manifestBytes: body } = texts;
    const quick = askQuickRules(folder, texts, listing, location) ?? null;
    records.push(encodeRecord({ head: [folder, fingerprint, overviewSummary, unwritten, quick], body }));
    yield;
  }
  return yield* encodeRecordFile(VERSION, records);
}

/** Undefined where the folder is no skill that could be served. What is known of another key or layout is asked anew. */
function askQuickRules(
  folder: string,
  { manifestBytes, quick }: KeptTexts,
  listing: Listing,
  { skillsFolder, layout }: RegistryLocation,
): KnownQuickFindings | undefined {
  // As a rule the folder says the key, and nothing is parsed.
  const isKnown = quick?.key === keyOfFolder({ folder, manifest: undefined }, skillsFolder);
  if (isKnown && quick?.layout === layout) return quick;
  const parsed = parseManifest(manifestBytes);
  const manifest = parsed.ok ? acceptSchema(parsed.value, folder, []) : undefined;
  const key = manifest && keyOfFolder({ folder, manifest }, skillsFolder);
  if (manifest === undefined || key === undefined) return undefined;
  return { key, layout, found: quickFindings({ key, folder, manifest, ...listing }, layout) };
}

function readKept(door: DiskDoor, file: string): Map<string, KeptRecord> {
  const kept = new Map<string, KeptRecord>();
  const bytes = readCacheFile(door, file, MAX_FOLDERS_BYTES);
  for (const { head, body } of (bytes && runToEnd(decodeRecordFile(bytes, VERSION))) ?? []) {
    if (!isHead(head)) return new Map();
    const [folder, fingerprint, overviewSummary, unwritten, quick] = head;
    const texts = { manifestBytes: body, overviewSummary, unwritten, quick: quick ?? undefined };
    kept.set(folder, { fingerprint, texts });
  }
  return kept;
}

type Head = readonly [
  folder: string,
  fingerprint: string,
  summary: string,
  unwritten: readonly Diagnostic[],
  quick: KnownQuickFindings | null,
];

function isHead(head: unknown): head is Head {
  if (!Array.isArray(head) || head.length !== 5) return false;
  const [folder, fingerprint, summary, unwritten, quick] = head as readonly unknown[];
  return (
    [folder, fingerprint, summary].every((text) => typeof text === 'string') &&
    Array.isArray(unwritten) &&
    unwritten.every((found) => isDiagnostic(found) && found.code === 'placeholder-left') &&
    (quick === null || isQuick(quick, folder as string))
  );
}

/** Whether the quick rules could say this of the skill in a folder. */
function isQuick(quick: unknown, folder: string): quick is KnownQuickFindings {
  if (!isJsonObject(quick) || Object.keys(quick).length !== 3) return false;
  const { key, layout, found } = quick;
  const place = folder === '' ? '' : `${folder}/`;
  return (
    typeof key === 'string' &&
    typeof layout === 'string' &&
    Array.isArray(found) &&
    found.every(
      (item) =>
        isDiagnostic(item) &&
        QUICK_CODES.has(item.code) &&
        item.skillKey === key &&
        item.file?.startsWith(place) === true,
    )
  );
}

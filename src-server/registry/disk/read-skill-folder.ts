import { createHash } from 'node:crypto';
import { closeSync, type Dirent, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { PRIORITIES } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { isAliasSchema, isSupportedSchema } from '../../validation/schema-name.ts';
import { firstSentence } from '../model/derive-summary.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonObjectResult,
  parseJsonObject,
} from '../model/json-object.ts';
import { MAX_CONTENT_BYTES, type SkillFolder } from '../model/skill.ts';
import { joinRelative, type KnowledgeFiles, listKnowledgeFiles } from './list-knowledge-files.ts';
import { bytesOf, itemsOf, READ_WITHOUT_WAITING, readJsonText, statOf } from './quiet-fs.ts';
import type { FoundSkill } from './walk-skills.ts';

/** Younger than this when read, a file may change again without its modification time showing it: FAT counts in 2 s. */
const RACY_MS = 2_000;
/** A file that was cut to nothing this short ago is likely being rewritten. */
const SETTLE_MS = 50;
const SETTLE_TRIES = 5;
/** An overview's first sentence stands in its first bytes. */
const OVERVIEW_HEAD_BYTES = 8 * 1024;

/** What is known of a folder before its skill.json is read: enough to tell whether anything changed. */
interface FolderListing extends KnowledgeFiles {
  readonly fingerprint: string;
  readonly youngestMs: number;
  readonly manifestSize: number;
}

/**
 * Reads a skill's folder: skill.json and the names, sizes and times of its files, not their texts.
 *
 * @param previous what was read last time; returned as it is where nothing changed, and its manifest stays in use while
 *   skill.json is being rewritten and doesn't parse
 * @returns undefined where the folder or its skill.json is gone
 */
export async function readSkillFolder(
  found: FoundSkill,
  previous: SkillFolder | undefined,
  onDirectory: (directory: string) => void,
): Promise<SkillFolder | undefined> {
  const { folder, directory } = found;
  const listing = await listSettled(found, onDirectory);
  if (listing === undefined) return undefined;
  const isRacy = Date.now() - listing.youngestMs < RACY_MS;
  const contentHash =
    isRacy || previous?.contentHash !== undefined ? hashContents(directory, listing) : undefined;
  if (previous?.fingerprint === listing.fingerprint && isSameContent(previous.contentHash, contentHash)) {
    return previous;
  }

  const file = joinRelative(folder, 'skill.json');
  const read = readJsonText(join(directory, 'skill.json'), directory);
  if (!read.ok && read.cause === 'missing') return undefined;
  const parsed: JsonObjectResult = read.ok ? parseJsonObject(read.text) : read;
  const diagnostics: Diagnostic[] = [...listing.diagnostics];
  let manifest: JsonObject | undefined;
  if (parsed.ok) {
    manifest = acceptSchema(parsed.value, file, diagnostics);
  } else {
    manifest = previous?.manifest;
    const kept = manifest === undefined ? '' : ' The last good version is still served.';
    const { reason, line, column } = parsed;
    diagnostics.push(
      diagnose('skill-json-invalid', `skill.json could not be read: ${reason}.${kept}`, {
        file,
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
      }),
    );
  }
  const contents = manifest === undefined ? [] : listContents(manifest, folder, listing, diagnostics);
  return {
    folder,
    directory,
    manifest,
    files: listing.files,
    contents,
    overviewSummary: overviewSummary(directory, manifest, listing),
    diagnostics,
    fingerprint: listing.fingerprint,
    contentHash,
  };
}

/** A folder that was old enough when it was read has no hash: its times tell every change. */
function isSameContent(previous: string | undefined, now: string | undefined): boolean {
  return previous === undefined || previous === now;
}

/** Hash of skill.json and all files, for folders whose times are too young to be trusted. */
function hashContents(directory: string, listing: FolderListing): string {
  const hash = createHash('sha1');
  for (const path of ['skill.json', ...listing.files.keys()]) {
    const size = listing.files.get(path)?.size ?? 0;
    if (size > MAX_CONTENT_BYTES) continue;
    hash.update(path).update(bytesOf(join(directory, path)) ?? '');
  }
  return hash.digest('base64');
}

/** Lists the folder, waiting a moment where a file was just cut to nothing: its writer is about to fill it. */
async function listSettled(
  { folder, directory, items }: FoundSkill,
  onDirectory: (directory: string) => void,
): Promise<FolderListing | undefined> {
  let listing = listFolder(directory, folder, items, onDirectory);
  for (
    let tries = 0;
    listing !== undefined && tries < SETTLE_TRIES && isBeingRewritten(listing);
    tries += 1
  ) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS / 2));
    listing = listFolder(directory, folder, itemsOf(directory) ?? [], onDirectory);
  }
  return listing;
}

function isBeingRewritten(listing: FolderListing): boolean {
  const now = Date.now();
  if (listing.manifestSize === 0 && now - listing.youngestMs < SETTLE_MS) return true;
  return [...listing.files.values()].some(({ size, mtimeMs }) => size === 0 && now - mtimeMs < SETTLE_MS);
}

function listFolder(
  directory: string,
  folder: string,
  items: readonly Dirent[],
  onDirectory: (directory: string) => void,
): FolderListing | undefined {
  const manifest = statOf(join(directory, 'skill.json'));
  if (!manifest?.isFile()) return undefined;
  const { files, diagnostics } = listKnowledgeFiles(directory, folder, items, onDirectory);
  let fingerprint = `${manifest.size}:${manifest.mtimeMs}`;
  let youngestMs = manifest.mtimeMs;
  for (const { path, size, mtimeMs, target } of files.values()) {
    fingerprint += `\n${path}:${size}:${mtimeMs}:${target ?? ''}`;
    youngestMs = Math.max(youngestMs, mtimeMs);
  }
  return { files, diagnostics, fingerprint, youngestMs, manifestSize: manifest.size };
}

/** The manifest if its major version is ours, with a diagnostic for every other way of saying so. */
function acceptSchema(manifest: JsonObject, file: string, diagnostics: Diagnostic[]): JsonObject | undefined {
  const { schema } = manifest;
  const place = { file, pointer: '/schema' };
  if (schema === undefined) {
    diagnostics.push(diagnose('schema-missing', 'skill.json names no schema.', { file }));
  } else if (typeof schema === 'string' && isAliasSchema(schema)) {
    diagnostics.push(diagnose('schema-alias', `The schema is called "${schema}".`, place));
  } else if (typeof schema !== 'string' || !isSupportedSchema(schema)) {
    const message = `The schema is ${JSON.stringify(schema)}; only skills/v1 is served.`;
    diagnostics.push(diagnose('schema-unsupported', message, place));
    return undefined;
  }
  return manifest;
}

/** Which files belong to the skill's answer: those that `files` lists, or all where it is missing. */
function listContents(
  manifest: JsonObject,
  folder: string,
  listing: FolderListing,
  diagnostics: Diagnostic[],
): readonly string[] {
  const listed = listedFiles(manifest);
  const contents: string[] = [];
  for (const { path, pointer } of listed ??
    [...listing.files.keys()].map((key) => ({ path: key, pointer: '' }))) {
    const file = listing.files.get(path);
    const place = { file: joinRelative(folder, 'skill.json'), pointer };
    if (file === undefined) {
      diagnostics.push(
        isServablePath(path)
          ? diagnose('file-missing', `${path} is listed but missing.`, place)
          : diagnose('file-not-servable', `${path} is listed but is no knowledge file.`, place),
      );
    } else if (file.size > MAX_CONTENT_BYTES) {
      const message = `${path} has ${file.size} bytes, more than the 16 MiB that a skill's answer may carry.`;
      diagnostics.push(diagnose('file-too-large', message, { file: joinRelative(folder, path) }));
    } else if (!contents.includes(path)) {
      contents.push(path);
    }
  }
  return contents;
}

function isServablePath(path: string): boolean {
  return /^(?:[^/.][^/]*\.md|examples\/.+)$/i.test(path);
}

/** The paths that a manifest's `files` lists, P0 first, each with its JSON pointer; undefined where there is no list. */
export function listedFiles(
  manifest: JsonObject,
): ReadonlyArray<{ readonly path: string; readonly pointer: string }> | undefined {
  const { files } = manifest;
  if (!isJsonObject(files)) return undefined;
  const others = Object.keys(files).filter((key) => !(PRIORITIES as readonly string[]).includes(key));
  return [...PRIORITIES, ...others].flatMap((priority) => {
    const paths = files[priority];
    if (!Array.isArray(paths)) return [];
    return paths.flatMap((path: unknown, index) =>
      typeof path === 'string' ? [{ path, pointer: `/files/${priority}/${index}` }] : [],
    );
  });
}

function overviewSummary(
  directory: string,
  manifest: JsonObject | undefined,
  listing: FolderListing,
): string {
  const file = listing.files.get('overview.md');
  const declared = manifest?.['summary'];
  if (manifest === undefined || file === undefined || (typeof declared === 'string' && declared !== ''))
    return '';
  return firstSentence(readHead(file.target ?? join(directory, file.path)));
}

/** The first bytes of a file as text; empty where it can't be read. */
function readHead(path: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(path, READ_WITHOUT_WAITING);
    const head = Buffer.alloc(OVERVIEW_HEAD_BYTES);
    return head.toString('utf8', 0, readSync(handle, head, 0, OVERVIEW_HEAD_BYTES, 0));
  } catch {
    return '';
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

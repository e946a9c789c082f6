import { LIMITS } from '../../contract/limits.ts';
import {
  type ReadRules,
  RULES_FILE,
  readRules as readRulesOf,
  rulesDiagnostic,
  SPECIFICATION,
} from '../../validation/registry-rules.ts';
import { type ParsedIndexFile, parseIndexFile, parseJsonObject, unusableIndexFile } from '../index-json.ts';
import { codeOf, type Disk, findFile, disk as ownDisk, REFUSALS, readText } from './disk.ts';

export const INDEX_FILE = 'index.json';

interface RootContent {
  readonly text?: string;
  readonly mtimeMs?: number;
  readonly refused?: string;
}

/**
 * Reads a file in the root of a registry. Undefined while it is changing. Throws the system's error if it can't be
 * read.
 */
function readRootFile(disk: Disk, root: string, name: string, maxSize: number): RootContent | undefined {
  const place = findFile(disk, root, name, false);
  if (place === undefined || ('refusal' in place && place.refusal === 'nowhere')) return {};
  if ('refusal' in place) return { refused: REFUSALS[place.refusal] };
  const reading = readText(disk, place, root, maxSize);
  if (reading === undefined) return undefined;
  if ('unread' in reading) return { refused: `it ${reading.unread}` };
  return { text: reading.text, mtimeMs: reading.item.mtimeMs };
}

/** A file beside the skills with what it says. Its value is the same object while its text is the same. */
export class RootFile<Value> {
  readonly #read: () => RootContent | undefined;
  readonly #parse: (content: RootContent) => Value;
  #known: RootContent = {};
  value: Value;

  constructor(read: () => RootContent | undefined, parse: (content: RootContent) => Value) {
    this.#read = read;
    this.#parse = parse;
    this.value = parse({});
  }

  /** Takes over what is known of the file in a copy of the registry: the value stays while the text is the same. */
  continueFrom(before: RootFile<Value>): void {
    this.value = before.value;
    this.#known = before.#known;
  }

  /**
   * Reads the file again, and returns whether it is to be read again soon, since it is changing. Throws the system's
   * error if it can't be read; the value stays.
   */
  update(): boolean {
    const content = this.#read();
    if (content === undefined) return true;
    const { text, refused } = this.#known;
    if (content.text !== text || content.refused !== refused) this.value = this.#parse(content);
    this.#known = content;
    return false;
  }
}

export function indexFileOf(disk: Disk, root: string): RootFile<ParsedIndexFile> {
  const read = () => readRootFile(disk, root, INDEX_FILE, LIMITS.indexBytes);
  return new RootFile(read, ({ text, mtimeMs, refused }) =>
    refused === undefined ? parseIndexFile(text, mtimeMs) : unusableIndexFile(refused),
  );
}

export function rulesFileOf(disk: Disk, root: string): RootFile<ReadRules> {
  const read = () => readRootFile(disk, root, RULES_FILE, LIMITS.rulesBytes);
  return new RootFile(read, ({ text, refused }) =>
    refused === undefined ? parseRulesFile(text) : unusableRules(refused),
  );
}

export function parseRulesFile(text: string | undefined): ReadRules {
  if (text === undefined) return { rules: SPECIFICATION, diagnostics: [] };
  const parsed = parseJsonObject(text);
  if (parsed.ok) return readRulesOf(parsed.value);
  const { reason, ok: _ok, ...place } = parsed;
  return unusableRules(reason, place);
}

function unusableRules(reason: string, place: Parameters<typeof rulesDiagnostic>[1] = {}): ReadRules {
  const message = `rules.json could not be read: ${reason}.`;
  return { rules: SPECIFICATION, diagnostics: [rulesDiagnostic(message, place)] };
}

export function readRules(root: string): ReadRules {
  const file = rulesFileOf(ownDisk, root);
  try {
    file.update();
    return file.value;
  } catch (error) {
    return unusableRules(codeOf(error));
  }
}

export function readRegistryText(root: string, path: string): string | undefined {
  try {
    return readRootFile(ownDisk, root, path, LIMITS.indexBytes)?.text;
  } catch {
    return undefined;
  }
}

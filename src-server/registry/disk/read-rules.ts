import { join } from 'node:path';
import { type ReadRules, RULES_FILE } from '../../validation/registry-rules.ts';
import { parseRulesFile, unusableRulesFile } from '../model/rules-file.ts';
import { createDiskDoor, type FileReading, type ReadRequest } from './disk-door.ts';

/** A larger rules.json isn't read. */
export const MAX_RULES_BYTES = 64 * 1024;

/** How rules.json is asked for. */
export function rulesRequest(root: string): ReadRequest {
  return { path: join(root, RULES_FILE), inside: root, maxSize: MAX_RULES_BYTES };
}

/** What a registry's rules.json says; every rule as it stands where there is none, or none that can be used. */
export function rulesFrom(reading: FileReading | undefined): ReadRules {
  if (reading === undefined) return parseRulesFile(undefined);
  if (reading.ok) return parseRulesFile(reading.bytes.toString('utf8'));
  return reading.cause === 'gone' ? parseRulesFile(undefined) : unusableRulesFile(REASONS[reading.cause]);
}

const REASONS = {
  changed: 'it is a link, or changes just now',
  outside: 'it leads out of its folder',
  irregular: 'it is not a regular file',
  'too-large': 'it is larger than 64 KiB',
  unreadable: 'the system does not allow it',
} as const;

/** Reads a registry's rules.json on this thread: for commands that serve nobody. */
export function readRulesHere(root: string): ReadRules {
  return rulesFrom(createDiskDoor().read(rulesRequest(root)));
}

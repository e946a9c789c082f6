import { join } from 'node:path';
import { type ReadRules, RULES_FILE } from '../../validation/registry-rules.ts';
import { parseRulesFile, unusableRulesFile } from '../model/rules-file.ts';
import { createDiskReader, type FileReading, type ReadRequest } from './disk-reader.ts';

export const MAX_RULES_BYTES = 64 * 1024;

export function rulesRequest(root: string): ReadRequest {
  return { path: join(root, RULES_FILE), inside: root, maxSize: MAX_RULES_BYTES };
}

/** Defaults if missing or unusable. */
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

export function readRulesHere(root: string): ReadRules {
  return rulesFrom(createDiskReader().read(rulesRequest(root)));
}

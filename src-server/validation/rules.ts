/** Every rule about one skill. */
import type { DiagnosticCode } from '../contract/diagnostics/diagnostic.ts';
import type { FastRule, FullRule } from './finding.ts';
import { characters } from './rules/characters.ts';
import { codeLanguage } from './rules/code-language.ts';
import { declaredCompleteness } from './rules/declared-completeness.ts';
import { duplicateJsonMembers } from './rules/duplicate-members.ts';
import { entryCount } from './rules/entry-count.ts';
import { exampleExtension } from './rules/example-extension.ts';
import { examplePresent, exampleWritten } from './rules/example-present.ts';
import { fences } from './rules/fences.ts';
import { fileNames } from './rules/file-names.ts';
import { filesList } from './rules/files-list.ts';
import { links } from './rules/links.ts';
import { manifestSchema } from './rules/manifest-schema.ts';
import { ownRepository } from './rules/own-repository.ts';
import { p0Files } from './rules/p0-files.ts';
import { packageNames } from './rules/package-names.ts';
import { placeholders } from './rules/placeholders.ts';
import { readOrder } from './rules/read-order.ts';
import { tokenCount } from './rules/token-count.ts';
import { trust } from './rules/trust.ts';
import { updatedAt } from './rules/updated-at.ts';

/** Look at skill.json and the list of files only. */
export const FAST_RULES: readonly FastRule[] = [
  manifestSchema,
  p0Files,
  examplePresent,
  exampleExtension,
  fileNames,
  filesList,
  readOrder,
  trust,
  declaredCompleteness,
  ownRepository,
  packageNames,
];

/** Read the texts, or depend on the time. */
export const FULL_RULES: readonly FullRule[] = [
  tokenCount,
  entryCount,
  exampleWritten,
  characters,
  links,
  fences,
  codeLanguage,
  placeholders,
  duplicateJsonMembers,
  updatedAt,
];

/**
 * What the rules say. A higher number for every change of it: a test holds what this version says of many skills, and
 * fails where the two disagree. What an earlier version found isn't used again.
 */
export const RULES_VERSION = 7;

/** What is so only for a time, or for how much else the machine had to do: not to be kept for another run. */
export const PASSING_CODES: ReadonlySet<DiagnosticCode> = new Set([...updatedAt.codes, 'check-unfinished']);

/** What is known as soon as a skill is served. */
export const QUICK_CODES: ReadonlySet<DiagnosticCode> = new Set(FAST_RULES.flatMap(({ codes }) => codes));

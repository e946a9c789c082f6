import type { FastRule, FullRule } from './finding.ts';
import { agentInstructions } from './rules/agent-instructions.ts';
import { characters } from './rules/characters.ts';
import { exampleExtension, examplePresent, exampleWritten } from './rules/examples.ts';
import { fieldForms, updatedAt } from './rules/field-forms.ts';
import { declaredCompleteness, fileNames, filesList, p0Files, readOrder } from './rules/files.ts';
import { links } from './rules/links.ts';
import {
  deprecatedFields,
  duplicateJsonMembers,
  manifestPlaceholders,
  manifestSchema,
  ownRepository,
  packageNames,
} from './rules/manifest.ts';
import { codeLanguage, entryCount, fences, placeholders, tokenCount } from './rules/texts.ts';
import { trust } from './rules/trust.ts';

export const FAST_RULES: readonly FastRule[] = [
  manifestSchema,
  fieldForms,
  deprecatedFields,
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

export const FULL_RULES: readonly FullRule[] = [
  tokenCount,
  entryCount,
  exampleWritten,
  characters,
  agentInstructions,
  links,
  fences,
  codeLanguage,
  manifestPlaceholders,
  placeholders,
  duplicateJsonMembers,
  updatedAt,
];

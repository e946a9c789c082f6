import type { FastRule, FullRule } from './finding.ts';
import { characters } from './rules/characters.ts';
import { codeLanguage } from './rules/code-language.ts';
import { declaredCompleteness } from './rules/declared-completeness.ts';
import { deprecatedFields } from './rules/deprecated-fields.ts';
import { duplicateJsonMembers } from './rules/duplicate-members.ts';
import { entryCount } from './rules/entry-count.ts';
import { exampleExtension } from './rules/example-extension.ts';
import { examplePresent, exampleWritten } from './rules/example-present.ts';
import { fences } from './rules/fences.ts';
import { fieldForms } from './rules/field-forms.ts';
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
  links,
  fences,
  codeLanguage,
  placeholders,
  duplicateJsonMembers,
  updatedAt,
];

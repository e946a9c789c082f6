/** Answers about what is wrong. */
import { Type } from '@sinclair/typebox';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import {
  bool,
  count,
  list,
  object,
  oneOf,
  optional,
  positive,
  text,
  textOrNull,
  texts,
} from '../schema-types.ts';

export const checkProgress = object(
  { done: count(), total: count() },
  'How many skills were checked by every rule; absent once all are.',
);

const code = Type.Unsafe<DiagnosticCode>(text('Stable.'));

export const relaxation = object({
  code,
  count: positive('How many places.'),
  how: oneOf(['off', 'note'], { description: 'Not reported, or reported as a note.' }),
  reason: text('In the words of who wrote rules.json.'),
});

const relaxed = list(
  relaxation,
  "What the registry's own rules.json relaxed; absent where it relaxed nothing.",
);

export const diagnostic = object({
  code,
  severity: oneOf(['error', 'warning', 'info']),
  message: text('One sentence.'),
  skillKey: optional(text()),
  registry: optional(text('Name of the layer. Only with several layers.')),
  file: optional(text("Relative to the registry's root.")),
  line: optional(positive()),
  column: optional(positive()),
  pointer: optional(text('JSON pointer into the file.')),
  field: optional(text('Name of a field that is missing from what the pointer leads to.')),
  value: optional(text('The value that is wrong, as JSON; cut to about 60 characters.')),
  expected: optional(text('What the value must be instead.')),
  fix: optional(text('Where the fix of the code is not enough.')),
});

export const diagnosticsResponse = object({
  checking: optional(checkProgress),
  relaxed: optional(relaxed),
  counts: optional(
    object(
      { error: count(), warning: count(), info: count() },
      'Of all, also of those left out here. Absent in older versions.',
    ),
  ),
  more: optional(positive('How many are left out: an answer has at most 1,000.')),
  diagnostics: list(
    diagnostic,
    'What keeps skills from agents first, then what harms them, then errors of style; each by skill, file and line.',
  ),
});

export const submissionCheck = object({
  key: textOrNull('The key it would have.'),
  accepted: bool(),
  problems: list(text(), 'What keeps it out, a sentence each.'),
  relaxed: optional(relaxed),
  diagnostics: list(diagnostic, "Everything the rules say; files are relative to the skill's folder."),
});

export const submissionStored = object({
  key: text(),
  taken_out: optional(texts),
  relaxed: optional(relaxed),
});

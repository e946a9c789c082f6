/** Answers about what is wrong. */
import { Type } from '@sinclair/typebox';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Relaxed } from '../diagnostics/relaxed.ts';
import { count, oneOf, positive, text, textOrNull, texts } from '../schema-types.ts';

export const checkProgress = Type.Object(
  { done: count(), total: count() },
  { description: 'How many skills were checked by every rule; absent once all are.' },
);

const relaxed = Type.Array(
  Type.Unsafe<Relaxed>(
    Type.Object({
      code: Type.String(),
      count: positive('How many places.'),
      how: oneOf(['off', 'note'], { description: 'Not reported, or reported as a note.' }),
      reason: text('In the words of who wrote rules.json.'),
    }),
  ),
  { description: "What the registry's own rules.json relaxed; absent where it relaxed nothing." },
);

const diagnostic = Type.Unsafe<Diagnostic>(
  Type.Object({
    code: Type.String(),
    severity: oneOf(['error', 'warning', 'info']),
    message: Type.String(),
    skillKey: Type.Optional(Type.String()),
    registry: Type.Optional(text('Name of the layer. Only with several layers.')),
    file: Type.Optional(text("Relative to the registry's root.")),
    line: Type.Optional(positive()),
    column: Type.Optional(positive()),
    pointer: Type.Optional(text('JSON pointer into the file.')),
    field: Type.Optional(text('Name of a field that is missing from what the pointer leads to.')),
    value: Type.Optional(text('The value that is wrong, as JSON; cut to about 60 characters.')),
    expected: Type.Optional(text('What the value must be instead.')),
    fix: Type.Optional(Type.String()),
  }),
);

export const diagnosticsResponse = Type.Object({
  checking: Type.Optional(checkProgress),
  relaxed: Type.Optional(relaxed),
  diagnostics: Type.Array(diagnostic, {
    description: 'Folders that are not served first, then errors, each by skill, file and line.',
  }),
});

export const submissionCheck = Type.Object({
  key: textOrNull('The key it would have.'),
  accepted: Type.Boolean(),
  problems: Type.Array(Type.String(), { description: 'What keeps it out, a sentence each.' }),
  relaxed: Type.Optional(relaxed),
  diagnostics: Type.Array(diagnostic, {
    description: "Everything the rules say; files are relative to the skill's folder.",
  }),
});

export const submissionStored = Type.Object({
  key: Type.String(),
  taken_out: Type.Optional(texts),
  relaxed: Type.Optional(relaxed),
});

export const sourceLine = Type.Object({
  number: positive(),
  from: Type.Optional(
    Type.Integer({
      minimum: 2,
      description: 'The column that the text begins at, where the beginning was cut.',
    }),
  ),
  text: text('At most 200 characters.'),
  cut: Type.Optional(Type.Boolean({ description: 'True where the line goes on.' })),
});

export const linesResponse = Type.Object({
  line: Type.Optional(positive('The line in question.')),
  column: Type.Optional(positive('Where in it the problem begins.')),
  lines: Type.Array(sourceLine, {
    description:
      'The line and those around it; empty where no problem is known there, or the file cannot be read now.',
  }),
});

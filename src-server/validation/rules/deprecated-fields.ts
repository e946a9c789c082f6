import { DEPRECATED_FIELDS } from '../../contract/diagnostics/deprecated-fields.ts';
import type { FastRule, Finding } from '../finding.ts';
import { toPointer } from '../json-position.ts';

export const deprecatedFields: FastRule = {
  codes: ['field-deprecated'],
  check: ({ manifest }) => deprecatedIn(manifest, 'skill'),
};

export function deprecatedIn(
  fields: Readonly<Record<string, unknown>>,
  record: keyof typeof DEPRECATED_FIELDS,
): readonly Finding[] {
  return Object.entries(DEPRECATED_FIELDS[record]).flatMap(([field, fix]): Finding[] =>
    Object.hasOwn(fields, field)
      ? [{ code: 'field-deprecated', message: `"${field}" is deprecated.`, pointer: toPointer(field), fix }]
      : [],
  );
}

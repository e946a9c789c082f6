import { DEPRECATED_FIELDS, type DeprecatedField } from '../deprecated-fields.ts';
import type { FastRule } from '../finding.ts';
import { toPointer } from '../json-position.ts';

/** Fields that the next major version of the specification takes away. */
export function deprecatedField(fields: Readonly<Record<string, DeprecatedField>>): FastRule {
  const names = Object.keys(fields);
  return {
    codes: ['field-deprecated'],
    check: ({ manifest }) =>
      names
        .filter((name) => Object.hasOwn(manifest, name))
        .map((name) => ({
          code: 'field-deprecated' as const,
          message: `"${name}" is deprecated since skills/v${fields[name]?.since}: ${fields[name]?.instead}`,
          pointer: toPointer(name),
        })),
  };
}

export const deprecatedFields = deprecatedField(DEPRECATED_FIELDS);

import { isJsonObject } from '../../contract/api/json-object.ts';
import { DIAGNOSTICS, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { SEVERITIES } from '../../contract/diagnostics/severity.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isPlace = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

const MEMBERS: Readonly<Record<keyof Diagnostic, (value: unknown) => boolean>> = {
  code: (value) => typeof value === 'string' && Object.hasOwn(DIAGNOSTICS, value),
  severity: (value) => SEVERITIES.some((severity) => severity === value),
  message: isText,
  skillKey: isText,
  registry: isText,
  file: isText,
  line: isPlace,
  column: isPlace,
  pointer: isText,
  field: isText,
  value: isText,
  expected: isText,
  fix: isText,
};

/** Accepts only known codes and members. */
export function isDiagnostic(item: unknown): item is Diagnostic {
  return (
    isJsonObject(item) &&
    ['code', 'severity', 'message'].every((name) => Object.hasOwn(item, name)) &&
    Object.entries(item).every(
      ([name, value]) => Object.hasOwn(MEMBERS, name) && MEMBERS[name as keyof Diagnostic](value),
    )
  );
}

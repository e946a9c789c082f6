import validateSkill from '../../contract/schemas/skill.schema.json?validate';
import type { FastRule, Finding } from '../finding.ts';
import { schemaProblems } from '../schema-problems.ts';
import { truncate } from '../truncate.ts';

/** The validator repeats a name for each problem below. */
const MAX_NAME_LENGTH = 200;

/** Without `schema`, checked by the loader. */
export const manifestSchema: FastRule = {
  codes: ['field-missing', 'field-invalid', 'enum-invalid', 'trust-source-invalid'],
  *check({ manifest }): Iterable<Finding> {
    const long = longNames(manifest['compatibility']);
    for (const name of long)
      yield {
        code: 'field-invalid',
        message: `"compatibility" has the name ${truncate(name)}, longer than ${MAX_NAME_LENGTH} characters.`,
        pointer: '/compatibility',
      };
    // Ignores contents of long names.
    const document = long.length === 0 ? manifest : { ...manifest, compatibility: {} };
    if (validateSkill(document)) return;
    for (const { keyword: _, ...problem } of schemaProblems(validateSkill.errors ?? [], document))
      if (problem.pointer !== '/schema' && problem.field !== 'schema') yield problem;
  },
};

/** Other objects have fixed names. */
function longNames(compatibility: unknown): string[] {
  if (typeof compatibility !== 'object' || compatibility === null) return [];
  return Object.keys(compatibility).filter((name) => name.length > MAX_NAME_LENGTH);
}

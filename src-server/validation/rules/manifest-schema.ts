import validateSkill from '../../contract/schemas/skill.schema.json?validate';
import type { FastRule } from '../finding.ts';
import { schemaProblems } from '../schema-problems.ts';

/** Required fields, types, ranges, patterns and enumerations of skill.json. What "schema" says is the loader's. */
export const manifestSchema: FastRule = {
  codes: ['field-missing', 'field-invalid', 'enum-invalid', 'enum-unknown', 'trust-source-invalid'],
  check({ manifest }) {
    if (validateSkill(manifest)) return [];
    return schemaProblems(validateSkill.errors ?? [], manifest).filter(
      ({ pointer, field }) => pointer !== '/schema' && field !== 'schema',
    );
  },
};

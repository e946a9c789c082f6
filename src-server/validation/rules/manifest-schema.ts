import validateSkill from '../../contract/schemas/skill.schema.json?validate';
import type { FastRule, Finding } from '../finding.ts';
import { schemaProblems } from '../schema-problems.ts';

/** Without `schema`, checked by the loader. */
export const manifestSchema: FastRule = {
  codes: ['field-missing', 'field-invalid', 'enum-invalid', 'trust-source-invalid'],
  *check({ manifest }): Iterable<Finding> {
    if (validateSkill(manifest)) return;
    for (const { keyword: _, ...problem } of schemaProblems(validateSkill.errors ?? [], manifest))
      if (problem.pointer !== '/schema' && problem.field !== 'schema') yield problem;
  },
};

import { checkOf } from '../../contract/schema-check.ts';
import { skillSchema } from '../../contract/schemas/registry-files.ts';
import type { FastRule, Finding } from '../finding.ts';
import { schemaProblems } from '../schema-problems.ts';

const isSkill = checkOf(skillSchema);

/** Without `schema`, checked by the loader. */
export const manifestSchema: FastRule = {
  codes: ['field-missing', 'field-invalid', 'enum-invalid', 'trust-source-invalid'],
  *check({ manifest }): Iterable<Finding> {
    if (isSkill(manifest)) return;
    for (const { keyword: _, ...problem } of schemaProblems(isSkill.errors, manifest))
      if (problem.pointer !== '/schema' && problem.field !== 'schema') yield problem;
  },
};

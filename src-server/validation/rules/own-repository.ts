import type { FastRule } from '../finding.ts';

/** A skill in a library's own repository (`.skills/`) has `repo_skill`. */
export const ownRepository: FastRule = {
  codes: ['repo-skill-false'],
  check: ({ manifest }, { layout }) =>
    layout === 'library' && manifest['repo_skill'] === false
      ? [
          {
            code: 'repo-skill-false',
            message: '"repo_skill" is false, but the skill lies in the library’s own .skills/ folder.',
            pointer: '/repo_skill',
          },
        ]
      : [],
};

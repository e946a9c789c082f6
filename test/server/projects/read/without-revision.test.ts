import { expect, it } from 'vitest';
import { withoutRevision } from '../../../../src-server/projects/read/without-revision.ts';

it.each([
  ['git+https://github.com/fmtlib/fmt@9.1.0', 'git+https://github.com/fmtlib/fmt'],
  ['git+https://github.com/fmtlib/fmt@release/9.1', 'git+https://github.com/fmtlib/fmt'],
  ['git+ssh://git@github.com/fmtlib/fmt@9.1.0', 'git+ssh://git@github.com/fmtlib/fmt'],
  ['git+ssh://git@github.com/fmtlib/fmt', 'git+ssh://git@github.com/fmtlib/fmt'],
  ['git@github.com:fmtlib/fmt', 'git@github.com:fmtlib/fmt'],
  ['https://github.com/fmtlib/fmt', 'https://github.com/fmtlib/fmt'],
  ['fmt@9.1.0', 'fmt@9.1.0'],
])('the revision is cut off %s', (address, repository) => {
  expect(withoutRevision(address)).toBe(repository);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countPreviewProblems } from '../../../src-server/registries/count-preview-problems.ts';
import { locateRegistry } from '../../../src-server/registry/locate-registry.ts';
import { validateRegistry } from '../../../src-server/registry/validate-registry.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';

it('the problems of a preview are those that validate counts', async () => {
  const root = temporaryRegistry(['cpp/gabime/spdlog', 'rust/tokio-rs/tokio']);
  // A wrong value and a text that says too little: quick rules and rules over texts.
  const manifest = join(root, 'skills/cpp/gabime/spdlog/skill.json');
  writeFileSync(join(root, 'skills/cpp/gabime/spdlog/pitfalls.md'), '# x\n\nShort.\n');
  writeFileSync(
    manifest,
    JSON.stringify({ name: 'spdlog', repo: 'gabime/spdlog', language: 'cpp', risk_level: 'huge' }),
  );
  const located = locateRegistry(root);
  if (!located.ok) throw new Error('No registry.');
  const { diagnostics } = await validateRegistry(located.location, {
    now: new Date(),
    agesIndex: false,
  });
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  expect(counts.error).toBeGreaterThan(0);
  expect(await countPreviewProblems(root)).toEqual({
    counts,
    checkedSkills: 2,
  });
});

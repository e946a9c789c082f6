import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-registry.ts';

/** Dead code that `npm run check` finds in a project of these files: lines of `kind file name`. */
function deadIn(files: Readonly<Record<string, string>>): readonly string[] {
  const root = temporaryFolder(files);
  copyFileSync('knip.json', join(root, 'knip.json'));
  const knip = join(process.cwd(), 'node_modules/knip/bin/knip.js');
  const { stdout } = spawnSync(process.execPath, [knip, '--reporter', 'json', '--directory', root], {
    encoding: 'utf8',
  });
  const { issues } = JSON.parse(stdout) as {
    issues: ReadonlyArray<{ file: string } & Record<string, ReadonlyArray<{ name?: string }>>>;
  };
  return issues
    .flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, found]) =>
        Array.isArray(found)
          ? found.map(({ name = file }) => (name === file ? `${kind} ${file}` : `${kind} ${file} ${name}`))
          : [],
      ),
    )
    .sort();
}

const packageJson = JSON.stringify({
  name: 'fixture',
  type: 'module',
  devDependencies: { unused: '1.0.0', used: '1.0.0' },
});

it('finds files, exports, types and packages without a use', () => {
  const dead = deadIn({
    'package.json': packageJson,
    'src-server/cli/main.ts': `import 'used';\nimport 'unlisted';\nimport { alive } from '../alive.ts';\nalive();\n`,
    'src-server/alive.ts': `export const alive = () => 1;\nexport const dead = 1;\nexport interface Dead {}\n`,
    'src-server/dead-file.ts': 'export const a = 1;\n',
    'src-renderer/dead-view.tsx': 'export const a = 1;\n',
    'test/support/dead-help.ts': 'export const a = 1;\n',
  });
  expect(dead).toEqual([
    'devDependencies package.json unused',
    'exports src-server/alive.ts dead',
    'files src-renderer/dead-view.tsx',
    'files src-server/dead-file.ts',
    'files test/support/dead-help.ts',
    'types src-server/alive.ts Dead',
    'unlisted src-server/cli/main.ts unlisted',
  ]);
});

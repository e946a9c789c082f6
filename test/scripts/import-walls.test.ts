import { expect, it } from 'vitest';
import { checkWalls } from '../../scripts/import-walls.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

it('refuses what crosses a wall, opens files where none are opened, goes in a circle, or starts a bare name', () => {
  const root = temporaryFolder({
    'src-server/http/a.ts': "import { b } from '../mcp/b.ts';\nimport type { C } from '../mcp/c.ts';\n",
    'src-server/search/a.ts': "import {\n  readFileSync,\n} from 'node:fs';\n",
    'src-server/cli/a.ts': "import './b.ts';\nspawn('git', []);\n",
    'src-server/cli/b.ts': "await import('./a.ts');\n",
    'src-main/preload/a.ts': "import { x } from 'node:path';\n",
    'src-renderer/views/one/a.tsx': "import { two } from '../two/two.tsx';\n",
  });
  expect(checkWalls(root).sort()).toEqual([
    expect.stringMatching(/^Imports in a circle: src-server\/cli\/[ab]\.ts → /),
    'src-main/preload/a.ts imports node:path: Node is not there.',
    'src-renderer/views/one/a.tsx imports ../two/two.tsx: a view knows no other view.',
    'src-server/cli/a.ts starts git by name.',
    expect.stringMatching(/^src-server\/http\/a\.ts imports \.\.\/mcp\/b\.ts: outside/),
    'src-server/search/a.ts imports node:fs: this folder opens no files.',
  ]);
});

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { esbuildValidators } from '../../scripts/standalone-validators.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A script of one file, made of TypeScript that imports from the project's root. */
export async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    mainFields: ['module', 'main'],
    plugins: [esbuildValidators],
  });
  return outputFiles[0]?.text ?? '';
}

/** Builds the stand-in; once per test process, into a folder that is removed at its end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { PROJECT } from './project.ts';

export interface StandInBuild {
  readonly boot: string;
  readonly record: string;
  readonly utilityShim: string;
  readonly electronVersion: string;
}

let built: StandInBuild | undefined;

export function buildStandIn(here: string): StandInBuild {
  if (built !== undefined) return built;
  const outdir = mkdtempSync(join(tmpdir(), 'skills-stand-in-'));
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  buildSync({
    entryPoints: [
      { in: join(here, 'stand-in/boot.ts'), out: 'boot' },
      { in: join(here, 'stand-in/utility-shim.ts'), out: 'utility-shim' },
      { in: join(here, 'record.ts'), out: 'record' },
    ],
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['electron'],
    // The app's own module system is the one to be patched, so nothing may be bundled away.
    logLevel: 'warning',
  });
  const manifest = join(PROJECT, 'node_modules/electron/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  built = {
    boot: join(outdir, 'boot.cjs'),
    record: join(outdir, 'record.cjs'),
    utilityShim: join(outdir, 'utility-shim.cjs'),
    electronVersion: version,
  };
  return built;
}

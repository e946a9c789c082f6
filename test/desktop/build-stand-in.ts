/** Builds the stand-in and what goes into the pages; once per test process, into a folder that is removed at its end. */
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
  /** Source text of the script for the page's own world. */
  readonly mainWorld: string;
  /** Source text that defines `StandIn.runIsolatedWorld`. */
  readonly isolatedWorld: string;
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
  const world = (name: string) => {
    buildSync({
      entryPoints: [join(here, `stand-in/page-worlds/${name}.ts`)],
      outfile: join(outdir, `${name}.js`),
      bundle: true,
      format: 'iife',
      globalName: 'StandIn',
      target: 'es2022',
      logLevel: 'warning',
    });
    return readFileSync(join(outdir, `${name}.js`), 'utf8');
  };
  const manifest = join(PROJECT, 'node_modules/electron/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  built = {
    boot: join(outdir, 'boot.cjs'),
    record: join(outdir, 'record.cjs'),
    utilityShim: join(outdir, 'utility-shim.cjs'),
    electronVersion: version,
    mainWorld: `(() => { ${world('main-world')}; StandIn.runMainWorld(); })();`,
    isolatedWorld: world('isolated-world'),
  };
  return built;
}

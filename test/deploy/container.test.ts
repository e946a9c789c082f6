/** The container file: linted, and read for what a hardened image needs. */
import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import { silentIo } from '../support/run-cli-here.ts';

const text = readFileSync('deploy/Containerfile', 'utf8');
/** Lines joined, without comments. */
const instructions = text
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const one = (name: string) => {
  const found = instructions.filter((line) => line.startsWith(`${name} `));
  expect(found).toHaveLength(1);
  return found[0]?.slice(name.length + 1) ?? '';
};

describe('the container file', () => {
  it('is without faults for the linter, which finds those of another', () => {
    expect(validate(text)).toEqual([]);
    expect(validate('FROM node\nENTRYPONT ["node"]\n')).toHaveLength(1);
  });

  it('starts from the Node of releases, by name and version', () => {
    const { version } = JSON.parse(readFileSync('scripts/node-runtime.json', 'utf8')) as { version: string };
    expect(one('FROM')).toBe(`node:${version}-bookworm-slim`);
  });

  it('runs as a user who is not root, by number', () => {
    expect(one('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('runs no command during the build', () => {
    expect(instructions.filter((line) => line.startsWith('RUN'))).toEqual([]);
  });

  it('starts node as the first process, without a shell between it and the signals', () => {
    expect(JSON.parse(one('ENTRYPOINT'))).toEqual(['node', '/opt/package/dist/server/skills-registry.cjs']);
    expect(JSON.parse(one('CMD'))).toContain('serve');
  });

  it('asks for its health without another program', () => {
    expect(one('HEALTHCHECK')).toMatch(/CMD \["node", "-e", ".*\/health.*"\]$/);
  });

  it('names a file of the package, and the version that the manifests name', () => {
    const { bin, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      bin: Record<string, string>;
      version: string;
    };
    expect(one('ENTRYPOINT')).toContain(bin['skills-registry']);
    for (const file of ['Containerfile', 'compose.yaml', 'kubernetes.yaml']) {
      const images = readFileSync(`deploy/${file}`, 'utf8').match(/skills-registry:\d[\w.-]*/g);
      expect(new Set(images), file).toEqual(new Set([`skills-registry:${version}`]));
    }
  });
});

it('the files to copy start the service with options that it has', async () => {
  const program = await createProgram(silentIo());
  const serve = program.commands.find((command) => command.name() === 'serve');
  const known = serve?.options.map(({ long }) => long);
  const options = ['compose.yaml', 'kubernetes.yaml', 'skills-registry@.service'].flatMap((file) =>
    [...readFileSync(`deploy/${file}`, 'utf8').matchAll(/^(?: +- | +|ExecStart=.*?)(--[a-z].*)$/gm)].flatMap(
      ([, words = '']) => words.match(/(?<![\w-])--[a-z-]+/g) ?? [],
    ),
  );
  expect(new Set(options)).toEqual(new Set(known?.filter((name) => options.includes(name ?? ''))));
  expect(options.length).toBeGreaterThan(15);
});

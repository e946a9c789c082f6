import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isIntegration, kindsOfTests } from './kinds-of-tests.ts';

describe('a test file', () => {
  it('is an integration test where it starts processes, threads or servers', () => {
    for (const name of ['node:child_process', 'node:http', '../../support/test-server.ts'])
      expect(isIntegration('test/server/x.test.ts', `import { x } from '${name}';\n`), name).toBe(true);
  });

  it('is a unit test else, whatever its text speaks of', () => {
    expect(isIntegration('test/server/x.test.ts', "import { y } from 'node:fs'; // node:http")).toBe(false);
  });

  it('is an integration test where it is about disks, hours or the project', () => {
    for (const folder of ['lab', 'soak', 'docs', 'scripts'])
      expect(isIntegration(`test/${folder}/x.test.ts`, '')).toBe(true);
  });
});

it('every test file is of one kind, and there are many of both', () => {
  const { unit, integration } = kindsOfTests('.');
  expect(unit.length).toBeGreaterThan(100);
  expect(integration.length).toBeGreaterThan(80);
  expect(new Set([...unit, ...integration]).size).toBe(unit.length + integration.length);
  for (const file of [...unit, ...integration]) expect(existsSync(file), file).toBe(true);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindOf, kindsOfTests } from './kinds-of-tests.ts';

const FILE = 'test/server/x.test.ts';

describe('a test file', () => {
  it('is an integration test where it starts processes, threads or servers', () => {
    for (const name of ['node:child_process', 'node:http', '../../support/test-server.ts'])
      expect(kindOf(FILE, `import { x } from '${name}';\n`), name).toBe('integration');
  });

  it('is an integration test where it is about disks, hours or the project', () => {
    for (const folder of ['lab', 'soak', 'docs', 'scripts'])
      expect(kindOf(`test/${folder}/x.test.ts`, '')).toBe('integration');
  });

  it('is a unit test else, whatever its text speaks of', () => {
    expect(kindOf(FILE, "import { y } from 'node:fs'; // node:http")).toBe('shared');
  });

  it('has a process for itself where it changes modules or the world', () => {
    const comment = `// @vitest-environment ${'jsdom'}`;
    for (const text of ['vi.mock(', 'vi.stubGlobal('].map((call) => `${call}'x')`).concat(comment))
      expect(kindOf(FILE, text), text).toBe('alone');
  });
});

it('what is shared by tests and starts processes, threads or servers makes them integration tests', () => {
  const starting = readdirSync('test/support', { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /(?<!\.test)\.ts$/.test(name) &&
      /from 'node:(?:child_process|http|net|worker_threads)'/.test(
        readFileSync(`test/support/${name}`, 'utf8'),
      ),
  );
  // Vitest runs it before the tests.
  const shared = starting.filter((name) => name !== 'build-server.ts');
  expect(shared.length).toBeGreaterThan(5);
  for (const name of shared)
    expect(kindOf(FILE, `import { x } from '../../support/${name.replaceAll('\\', '/')}';`), name).toBe(
      'integration',
    );
});

it('every test file is of one kind, and there are many of each', () => {
  const { shared, alone, integration } = kindsOfTests('.');
  expect(shared.length).toBeGreaterThan(100);
  expect(alone.length).toBeGreaterThan(10);
  expect(integration.length).toBeGreaterThan(80);
  const all = [...shared, ...alone, ...integration];
  expect(new Set(all).size).toBe(all.length);
  for (const file of all) expect(existsSync(file), file).toBe(true);
});

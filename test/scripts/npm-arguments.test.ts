import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npmArguments, refuseCommand } from '../../scripts/npm-arguments.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const there = join('/', 'home', 'someone');

describe('a command given to npm start', () => {
  const ask = (args: string[], here = there) => refuseCommand(args, there, { INIT_CWD: here });

  it('is refused with the line that runs it, seen from where it was typed', () => {
    expect(ask(['stop'])).toContain(': node dist/server/skills-registry.cjs stop');
    expect(ask(['stop'], join(there, 'a'))).toContain(': node ../dist/server/skills-registry.cjs stop');
    expect(ask(['find', 'what never'])).toMatch(/skills-registry\.cjs find$/);
  });

  it('is none where it is a folder, a port or an option', () => {
    for (const args of [['my-skills'], ['8712'], ['-r', 'status'], []]) expect(ask(args)).toBeUndefined();
    expect(ask(['docs'], process.cwd())).toBeUndefined();
    expect(ask(['status'], temporaryFolder({ 'status/skills/.gitkeep': '' }))).toBeUndefined();
  });
});

describe('npmArguments', () => {
  const ask = (args: string[], env: object = {}) => npmArguments(args, { INIT_CWD: there, ...env });

  it('leaves options as they were written behind `--`', () => {
    for (const args of [[], ['--port', '8710'], ['--browser'], ['--host', '::1', '--port=1']])
      expect(ask(args)).toEqual(args);
  });

  it('gives the port its option again, of which npm handed on the number alone', () => {
    expect(ask(['8712', '--browser'])).toEqual(['--port', '8712', '--browser']);
    expect(ask([], { npm_config_port: '8712' })).toEqual(['--port', '8712']);
    // `npm start --port 8712` sets the variable, too.
    expect(ask(['8712'], { npm_config_port: 'true' })).toEqual(['--port', '8712']);
  });

  it('gives the folder its option again, alone or behind the port', () => {
    const folder = join(there, 'my-skills');
    expect(ask(['my-skills'])).toEqual(['--registry', folder]);
    expect(ask(['8712', 'my-skills'])).toEqual(['--port', '8712', '--registry', folder]);
  });

  it('tells the folder from the port in either order, and hands on what is neither', () => {
    const folder = join(there, 'my-skills');
    expect(ask(['my-skills', '8712', '--browser'])).toEqual([
      '--port',
      '8712',
      '--registry',
      folder,
      '--browser',
    ]);
    expect(ask(['my-skills'], { npm_config_port: '8712' })).toEqual(['--port', '8712', '--registry', folder]);
    expect(ask(['my-skills', 'others'])).toEqual(['--registry', folder, 'others']);
    expect(ask(['--host', 'my-skills', '8712'])).toEqual(['--host', 'my-skills', '8712']);
  });

  it('takes a folder from where it was typed', () => {
    expect(ask(['-r', 'my-skills'])).toEqual(['-r', join(there, 'my-skills')]);
    expect(ask(['--registry=../x'])).toEqual([`--registry=${join(there, '..', 'x')}`]);
    expect(ask(['--registry=~/x'])).toEqual(['--registry=~/x']);
    expect(ask(['-r', '/x'])).toEqual(['-r', join('/x')]);
  });
});

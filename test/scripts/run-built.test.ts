import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npmArguments } from '../../scripts/run-built.mjs';
import { refuseArguments } from '../../scripts/start.mjs';

const there = join('/', 'home', 'someone');

describe('the arguments of npm start', () => {
  it.each([
    [
      ['-r', 'my-skills'],
      ['-r', join(there, 'my-skills')],
    ],
    [['--registry=my-skills'], [`--registry=${join(there, 'my-skills')}`]],
    [['--registry=~/skills'], ['--registry=~/skills']],
    [
      ['--port', '8710', '--browser'],
      ['--port', '8710', '--browser'],
    ],
  ])('%j name a folder from where it was typed', (args, expected) => {
    expect(npmArguments(args, { INIT_CWD: there })).toEqual(expected);
  });

  it.each<[string[], Record<string, string>]>([
    [['8712'], {}],
    [['my-skills'], {}],
    [['stop'], {}],
    [[], { npm_config_port: '8712' }],
  ])('%j without -- are refused, since npm took the options away (%j)', (args, env) => {
    expect(refuseArguments(args, env)).toContain('npm start -- -r my-registry --port 8712');
  });

  it('are accepted behind --', () => {
    expect(refuseArguments([], {})).toBeUndefined();
    expect(refuseArguments(['--port', '8712'], {})).toBeUndefined();
  });
});

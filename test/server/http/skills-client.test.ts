import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';
import { unless } from '../../support/unless.ts';

const run = promisify(execFile);
/** Where the client of skills.sh was installed (`npm i skills`), and a Node for it: it takes 22.20 or newer. */
const { SKILLS_CLIENT: client, SKILLS_CLIENT_NODE: node = process.execPath } = process.env;
const NAME = 'cpp-gabime-spdlog';

describe('the client of skills.sh', () => {
  it(
    'installs a skill from the running service, with links that lead to its files',
    unless(client === undefined ? 'it needs SKILLS_CLIENT, the path of that client’s cli.mjs' : undefined),
    async () => {
      const { url } = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog', 'go/jackc/pgx']));
      const project = temporaryFolder({ 'package.json': {} });
      const home = temporaryFolder();
      const env = {
        PATH: process.env['PATH'],
        HOME: home,
        USERPROFILE: home,
        DISABLE_TELEMETRY: '1',
        CI: '1',
      };
      const args = [client ?? '', 'add', url, '--skill', NAME, '--agent', 'claude-code', '--yes', '--copy'];
      await run(node, args, { cwd: project, env });
      const installed = (path: string) => readFileSync(join(project, '.claude/skills', NAME, path), 'utf8');
      const markdown = installed('SKILL.md');
      expect(markdown).toContain(`name: "${NAME}"`);
      const links = [...markdown.matchAll(/^- \[.*\]\((.*)\)$/gm)].map(([, link = '']) => link);
      expect(links).toEqual(['overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt']);
      for (const link of links) expect(installed(link)).not.toBe('');
      expect(installed('examples/basic.txt')).toBe('example\n');
    },
  );
});

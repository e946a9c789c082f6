/** Several services over one folder: a reader sees no difference, whichever answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { RegistryIndex } from '../../../src-server/contract/api.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { createWorkTree } from '../../support/git-clone.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { urlOf } from '../../support/url-of.ts';

const [KEY, LATER] = ['cpp/gabime/spdlog', 'go/acme/queue'];
const INDEX = { schema: 'skills/v1', version: 7, updated_at: '2026-02-03T00:00:00Z', skills: [] };
const PATHS = ['/v1/skills', `/v1/skills/${KEY}`, `/v1/skills/${KEY}/safety`, '/v1/find?q=never+safety'];

it('two replicas give the same bytes, ETags and version after edits, restarts and commits', async () => {
  const tree = createWorkTree(join(temporaryFolder(), 'tree'));
  tree.commit('2026-01-01T12:00:00Z', { ...skillFiles(`skills/${KEY}`, KEY), 'index.json': INDEX });
  const start = () => {
    const cli = startCli(['serve', '--replica', '-p', '0', '-r', tree.folder], {
      userFolder: temporaryUserFolder(),
    });
    return { cli, url: urlOf(cli) };
  };
  const [lasting, ending] = [start(), start()];
  const answersOf = async (url: Promise<string>) => {
    const base = await url;
    const answers = await Promise.all(PATHS.map((path) => ask(`${base}${path}`)));
    return answers.map(({ status, text, headers: { etag } }) => ({ status, text, etag }));
  };
  /** Once both have picked the text up, and say the same. */
  const expectSame = async (one: Promise<string>, other: Promise<string>, text: string, version: number) => {
    const [first] = await eventually(
      () => Promise.all([answersOf(one), answersOf(other)]),
      (both) =>
        isDeepStrictEqual(...both) &&
        both.every(([list, skill, section]) =>
          [
            list?.text.includes(`"version":${version}`),
            section?.text.includes(text),
            skill?.text.includes(text),
          ].every((each) => each === true),
        ),
    );
    expect(first?.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { version: listed, updated_at: updatedAt } = JSON.parse(first?.[0]?.text ?? '') as RegistryIndex;
    return { version: listed, updatedAt };
  };

  await expectSame(lasting.url, ending.url, 'Never.', 7);
  writeFileSync(join(tree.folder, 'skills', KEY, 'safety.md'), '# Safety\n\nNever after an edit.\n');
  expect(await expectSame(lasting.url, ending.url, 'after an edit', 7)).toEqual({
    ...{ version: 7, updatedAt: INDEX.updated_at },
  });
  ending.cli.process.kill('SIGTERM');
  await ending.cli.exited;
  const restarted = start();
  await expectSame(lasting.url, restarted.url, 'after an edit', 7);
  tree.commit('2026-03-01T12:00:00Z', {
    ...skillFiles(`skills/${LATER}`, LATER),
    [`skills/${KEY}/safety.md`]: '# Safety\n\nNever after a commit.\n',
    'index.json': { ...INDEX, version: 40 },
  });
  expect(await expectSame(lasting.url, restarted.url, 'after a commit', 40)).toMatchObject({ version: 40 });
});

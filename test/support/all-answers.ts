import type { RegistryIndex } from '../../src-server/contract/api/api.ts';
import { type Answer, eventually } from './test-server.ts';

/** Answers of the whole API about the registry, with status, tag and bytes, once all skills are checked. */
export async function allAnswers(
  get: (path: string) => Promise<Answer>,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  await eventually(
    () => get('/v1/diagnostics'),
    ({ text }) => !text.includes('"checking"'),
  );
  const list = (await get('/v1/skills')).json<RegistryIndex>();
  const agentSkills = (await get('/.well-known/agent-skills/index.json')).json<{
    skills: { name: string; url: string }[];
  }>();
  const paths = [
    ...['/health', '/v1/skills', '/v1/diagnostics', '/openapi.json', '/schemas/skill.schema.json', '/'],
    ...['/v1/search?q=what', '/v1/find?q=about', '/v1/find?q=about+never&explain=1', '/v1/resolve?q=tokio'],
    ...['/.well-known/agent-skills/index.json', ...agentSkills.skills.map(({ url }) => url)],
    ...agentSkills.skills.map(({ name }) => `/.well-known/agent-skills/${name}/SKILL.md`),
    ...list.skills.flatMap(({ key }) => [
      `/v1/skills/${key}`,
      `/v1/tokens?key=${key}`,
      ...['overview', 'pitfalls.md', 'examples/basic.txt'].map((name) => `/v1/skills/${key}/${name}`),
    ]),
  ];
  const answers = await Promise.all(paths.map((path) => get(path)));
  return Object.fromEntries(
    answers.map(({ status, headers, text }, place) => [
      paths[place] as string,
      [status, headers.etag, headers['cache-control'], text],
    ]),
  );
}

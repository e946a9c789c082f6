import { basename } from 'node:path';
import type { ServiceQueries } from '../contract/api/registry-queries.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { headerRules, redirectRules } from './host-rules.ts';
import { llmsText } from './llms-text.ts';
import { nginxInclude } from './nginx-include.ts';
import { generalAnswers, type SiteAnswer, skillAnswers, sourcePath } from './site-answers.ts';
import type { SiteBase } from './site-base.ts';
import { MISSING_PAGE, pageFiles } from './site-page.ts';
import type { MakeFile, SitePlan } from './write-site.ts';

export interface SiteSource {
  readonly registry: Registry;
  readonly queries: ServiceQueries;
  /** Rejects with the reason unless the service answers with 200. */
  readonly ask: (answer: Pick<SiteAnswer, 'url' | 'accept'>) => Promise<Buffer>;
  /** Of the built page; undefined without. */
  readonly pageFolder: string | undefined;
}

export async function planSite(
  { registry, queries, ask, pageFolder }: SiteSource,
  { address, path }: SiteBase,
): Promise<SitePlan> {
  const snapshot = registry.snapshot();
  const { schemas } = JSON.parse((await ask({ url: '/schemas' })).toString()) as SchemaList;
  const page =
    pageFolder === undefined ? [] : await pageFiles(pageFolder, basename(snapshot.layers[0]?.root ?? ''));
  const plan = new Map<string, MakeFile>(page);
  for (const answer of generalAnswers(schemas)) plan.set(answer.path, () => ask(answer));
  for (const skill of snapshot.skills.values()) {
    for (const answer of skillAnswers(skill)) plan.set(answer.path, () => ask(answer));
    plan.set(sourcePath(skill.key), () => Buffer.from(skill.manifestText));
  }
  if (address !== '')
    for (const [file, move] of MOVED) moveLinks(plan, file, (text) => move(text, { address, path }));
  plan.set('llms.txt', async () => Buffer.from(llmsText((await queries.list()).skills, address)));
  plan.set('nginx.conf', () => Buffer.from(nginxInclude(path)));
  plan.set('_headers', () => Buffer.from(headerRules(path)));
  plan.set('_redirects', () => Buffer.from(redirectRules(path, sectionNames(snapshot))));
  plan.set('404.html', () => MISSING_PAGE);
  return plan;
}

interface SchemaList {
  readonly schemas: readonly string[];
}

/** Documents with addresses that begin at the root of the host. */
const MOVED: ReadonlyArray<readonly [file: string, move: (text: string, base: SiteBase) => unknown]> = [
  ['openapi.json', (text, { address }) => ({ ...JSON.parse(text), servers: [{ url: address }] })],
  [
    'schemas.json',
    (text, { path }) => ({ schemas: (JSON.parse(text) as SchemaList).schemas.map((url) => `${path}${url}`) }),
  ],
];

function moveLinks(plan: Map<string, MakeFile>, file: string, move: (text: string) => unknown): void {
  const make = plan.get(file);
  if (make !== undefined)
    plan.set(file, async (published) =>
      Buffer.from(JSON.stringify(move((await make(published)).toString()))),
    );
}

/** Of Markdown files at the top of skills, the most frequent first. */
function sectionNames({ skills }: RegistrySnapshot): readonly string[] {
  const counts = new Map<string, number>();
  for (const { files } of skills.values())
    for (const file of files.keys()) if (!file.includes('/')) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}

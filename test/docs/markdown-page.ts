import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FencedBlock {
  /** The word behind the fence; empty where there is none. */
  readonly language: string;
  readonly lines: readonly string[];
}

export interface MarkdownPage {
  /** From the project's folder. */
  readonly file: string;
  /** Everything outside of fenced blocks. */
  readonly prose: string;
  readonly blocks: readonly FencedBlock[];
  /** What stands between backticks on one line, outside of fenced blocks. */
  readonly spans: readonly string[];
  /** Where links and pictures lead, outside of code. */
  readonly links: readonly string[];
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

/** The project's own pages: not those of skills, nor of registries that tests are about. */
export function ownPages(): readonly MarkdownPage[] {
  const below = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = [...readdirSync('.'), ...['docs', 'assets', 'test'].flatMap(below)].map((file) =>
    file.replaceAll('\\', '/'),
  );
  return files
    .filter((file) => file.endsWith('.md') && !/^assets\/[^/]+\/skills\/|^test\/fixtures\//.test(file))
    .map(readPage);
}

/** @param file from the project's folder */
export function readPage(file: string): MarkdownPage {
  const { prose, blocks } = apart(readFileSync(file, 'utf8').split('\n'));
  const spans = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = '']) => span);
  const plain = prose.replace(/`[^`\n]*`/g, '');
  return {
    file,
    prose,
    blocks,
    spans,
    links: [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    anchors: anchorsOf(prose),
  };
}

function apart(lines: readonly string[]) {
  const [prose, blocks]: [string[], FencedBlock[]] = [[], []];
  let open: { fence: string; language: string; lines: string[] } | undefined;
  for (const line of lines) {
    const [, fence = '', language = ''] = /^ *(`{3,})(\w*)\s*$/.exec(line) ?? [];
    if (open === undefined && fence !== '') open = { fence, language, lines: [] };
    else if (open === undefined) prose.push(line);
    else if (fence === open.fence) {
      blocks.push({ language: open.language, lines: open.lines });
      open = undefined;
    } else open.lines.push(line);
  }
  return { prose: prose.join('\n'), blocks };
}

/** Lower case, without marks, hyphens for spaces, a number behind what was there before. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let [name, count] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${++count}`;
    anchors.add(name);
  }
  return anchors;
}

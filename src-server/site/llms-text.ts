import type { IndexEntry } from '../contract/api/api.ts';
import { countWords } from '../contract/diagnostics/severity.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { printable } from '../contract/words/printable.ts';
import { groupBy } from '../group-by.ts';

/** A larger file would fill the context of its reader. */
const MOST_SKILLS = 1_000;

/**
 * `llms.txt` (https://llmstxt.org) with the most trusted skills.
 *
 * @param base address or path of the site, without final slash
 */
export function llmsText(entries: readonly IndexEntry[], base: string): string {
  const listed = entries
    .toSorted((a, b) => (b.trust_score ?? 0) - (a.trust_score ?? 0))
    .slice(0, MOST_SKILLS);
  const rest = entries.length - listed.length;
  const languages = [...groupBy(listed, ({ language }) => language)].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# Skills',
    '',
    `> ${countWords(entries.length, 'skill')} about open-source libraries, for agents: what breaks, what must never be done, and in which order to do things.`,
    '',
    `- [All skills](${base}/v1/skills): JSON${rest > 0 ? `; ${rest} of them are not listed below` : ''}`,
    `- [A skill with all texts](${base}/v1/skills/{language}/{author}/{name}), its files: {address of the skill}/{file}`,
    `- [OpenAPI](${base}/openapi.json)`,
    ...languages.flatMap(([language, skills]) => [
      '',
      `## ${oneLine(language)}`,
      '',
      ...skills.map((entry) => line(entry, base)),
    ]),
    '',
  ].join('\n');
}

function line({ key, summary }: IndexEntry, base: string): string {
  const about = summary === undefined || summary === '' ? '' : `: ${oneLine(summary)}`;
  return `- [${oneLine(key).replace(/[[\]]/g, '\\$&')}](${base}/v1/skills/${linkPath(key)})${about}`;
}

/** Parentheses would end the link. */
function linkPath(key: string): string {
  return encodePath(key).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

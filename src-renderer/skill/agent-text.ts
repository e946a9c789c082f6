import type { SkillFile } from './skill-model.ts';

/** Where a text comes from, as an agent should know it. */
export interface TextSource {
  readonly key: string;
  readonly version: string | undefined;
  readonly skillVersion: string | undefined;
  readonly updatedAt: string | undefined;
  readonly risk: string | undefined;
}

/**
 * One text for an agent's context: a source header, then the files in reading order, each in a tag with its path. The
 * tag's name is chosen so that no file can close it from inside.
 */
export function agentText(source: TextSource, files: readonly SkillFile[], of: number): string {
  const tag = unusedTag(files.map(({ text }) => text));
  const attributes = [
    ['key', source.key],
    ['library-version', source.version],
    ['skill-version', source.skillVersion],
    ['updated', source.updatedAt],
    ['risk', source.risk],
    ['files', `${files.length} of ${of}`],
  ]
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const parts = files.map(
    ({ path, priority, text }) =>
      `<${tag} path="${escapeAttribute(path)}" priority="${priority}">\n${text.replace(/\n*$/, '\n')}</${tag}>\n`,
  );
  return `<skill${attributes}>\n${parts.join('')}</skill>\n`;
}

/** `file`, or the first of `file-2`, `file-3`… that stands in none of the texts. */
function unusedTag(texts: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const tag = number === 1 ? 'file' : `file-${number}`;
    const inside = new RegExp(`</?${tag}[\\s>]`, 'i');
    if (!texts.some((text) => inside.test(text))) return tag;
  }
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

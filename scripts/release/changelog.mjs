/** https://keepachangelog.com */

const HEADING = /^## \[(?<version>[^\]]+)\](?: - (?<date>\S+))?\s*$/;

/**
 * Returns the section of a version without heading. Throws if missing, repeated, undated or empty.
 * @param {string} changelog
 * @param {string} version such as 0.1.0
 */
export function changesOf(changelog, version) {
  const lines = changelog.replaceAll('\r\n', '\n').split('\n');
  const starts = lines.flatMap((line, index) =>
    HEADING.exec(line)?.groups?.version === version ? [index] : [],
  );
  const [start] = starts;
  if (start === undefined) throw new Error(`CHANGELOG.md has no heading "## [${version}] - <date>".`);
  if (starts.length > 1) throw new Error(`CHANGELOG.md has ${starts.length} headings for ${version}.`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(HEADING.exec(lines[start]).groups.date ?? ''))
    throw new Error(`CHANGELOG.md says of ${version} no date (YYYY-MM-DD).`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  const text = (end < 0 ? rest : rest.slice(0, end)).join('\n').trim();
  if (text.replace(/^#.*$/gm, '').trim() === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return text;
}

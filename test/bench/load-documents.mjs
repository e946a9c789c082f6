/** Reads a registry's skills as search sees them, without the server around it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

function* skillFolders(folder) {
  if (existsSync(join(folder, 'skill.json'))) yield folder;
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (item.isDirectory() && item.name !== 'examples') yield* skillFolders(join(folder, item.name));
  }
}

function knowledgeFiles(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const examples = join(folder, 'examples');
  if (existsSync(examples)) names.push(...readdirSync(examples).map((name) => `examples/${name}`));
  return names
    .sort()
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => ({ path }));
}

/** The first sentence of prose: neither heading nor fence. */
function firstSentence(folder) {
  const file = join(folder, 'overview.md');
  if (!existsSync(file)) return '';
  const paragraphs = readFileSync(file, 'utf8').split(/\r?\n\s*\r?\n/);
  const prose = paragraphs.find(
    (part) => /^\s*[A-Za-z*`{]/.test(part) && !part.trimStart().startsWith('```'),
  );
  return (/^.*?[.!?](?=\s|$)/s.exec(prose?.trim() ?? '')?.[0] ?? '')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ');
}

/** What `extensions` of a skill.json call the library's packages. */
function packageNames({ skills_registry: own = {}, ...namespaces }) {
  const named = Object.values(namespaces).flatMap(({ name, module, purl } = {}) => [name, module, purl]);
  return [...named, ...(own.aliases ?? [])].filter((name) => typeof name === 'string');
}

/** The documents of a registry, in the order of their keys. */
export function loadDocuments(registry) {
  const indexFile = join(registry, 'index.json');
  const entries = existsSync(indexFile) ? JSON.parse(readFileSync(indexFile, 'utf8')).skills : [];
  const entryOf = new Map(entries.map((entry) => [entry.key, entry]));
  const documents = new Map();
  for (const folder of skillFolders(join(registry, 'skills'))) {
    const manifest = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8'));
    const path = relative(join(registry, 'skills'), folder).split(sep).join('/');
    const key = path.split('/').length === 3 ? path : `${manifest.language}/${manifest.repo}`;
    if (documents.has(key) && key !== path) continue;
    const entry = entryOf.get(path) ?? entryOf.get(key) ?? {};
    documents.set(key, {
      key,
      name: entry.name ?? manifest.name,
      language: entry.language ?? manifest.language,
      tags: entry.tags ?? manifest.tags ?? [],
      summary: entry.summary || firstSentence(folder),
      symptoms: manifest.extensions?.skills_registry?.symptoms ?? [],
      packages: packageNames(manifest.extensions ?? {}),
      trustScore: entry.trust_score ?? manifest.trust_score ?? 0,
      directory: folder,
      files: knowledgeFiles(folder),
    });
  }
  return [...documents.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** By path, of all knowledge files. */
export function textsOf({ directory, files }) {
  return new Map(files.map(({ path }) => [path, readFileSync(join(directory, path), 'utf8')]));
}

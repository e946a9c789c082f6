import { promises as fs } from 'node:fs';
import { resolve } from 'node:path';
import { printable } from '../../contract/outside-text.ts';
import { listWords } from '../../contract/words.ts';
import { ABSENT, writeInside } from '../../platform/files.ts';
import { codeOf, describeAccess } from '../../registry/worker/disk.ts';
import { RULES_FILE, registryRulesText } from '../../validation/registry-rules.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from '../cli-io.ts';

/** `private`: for its authors. `public`: every rule applies. */
export const REGISTRY_PROFILES = ['private', 'public'] as const;
export type RegistryProfile = (typeof REGISTRY_PROFILES)[number];

/** In a new or empty folder, or new repository; keeps existing files. Throws `CliError` for other folders. */
export async function startRegistry(
  folder: string,
  named: RegistryProfile | undefined,
  io: CliIo,
): Promise<void> {
  const root = resolve(io.cwd, folder);
  const names = await namesIn(root);
  const others = names.filter((name) => !NEW_REPOSITORY.test(name));
  if (others.length > 0)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${root} is no registry, and holds ${listWords(others.map(printable), 5)}. Name a folder that is new or empty.`,
    );
  const present = names.map((name) => name.toLowerCase());
  if (present.includes(RULES_FILE) && named !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${root} has a ${RULES_FILE} already, which --profile does not change.`,
    );
  const profile = named ?? 'private';
  const hasReadme = present.some((name) => name.startsWith('readme'));
  const rules = registryRulesText(profile === 'private' ? profile : 'specification');
  // The skills folder makes a registry, so it comes last. Git keeps no empty folder.
  const files = { 'README.md': README, [RULES_FILE]: rules, 'skills/.gitkeep': '' };
  const written: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    if (present.includes(path) || (path === 'README.md' && hasReadme)) continue;
    await writeInside(root, path, text, { expected: ABSENT });
    written.push(path);
  }
  io.out(
    [
      `Began a registry in ${printable(root)}:`,
      ...written.map((path) => `  ${path}`),
      `Start a skill: ${cliLine(['init', '-r', folder, '--library', '<folder of the library>'], io)}`,
      `Serve the registry: ${cliLine(['serve', '-r', folder], io)}`,
    ].join('\n'),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new CliError(EXIT_CODES.failed, describeAccess(folder, codeOf(error)), { cause: error });
  }
}

const NEW_REPOSITORY =
  /^(?:\..*|rules\.json|(?:readme|licen[cs]e|copying|notice|contributing|changelog|security|code_of_conduct)(?:\.\w+)?)$/is;

const README = `# Skills

Each folder \`skills/<language>/<author>/<name>/\` is a skill: what agents read before they write code with a library.
\`rules.json\` names the rules for all skills.

- \`skills-registry init --library <folder>\` starts a skill from the sources of a library.
- \`skills-registry validate\` lists the problems, with file, reason and fix.
- \`skills-registry serve\` serves the skills to agents, IDEs and people.
`;

type WithdrawnKind = 'option' | 'command' | 'file' | 'address';

/**
 * Names of earlier versions, each with a sentence for its user: what is gone, and what to use instead.
 *
 * Options stand behind their command, files have absolute paths, addresses include all addresses below.
 */
const WITHDRAWN: Readonly<Record<WithdrawnKind, Readonly<Record<string, string>>>> = {
  option: {
    'connect --undo':
      'connect --undo is gone. Use --remove to take our entry out. What the settings said before a change is kept beside them, in a file that ends with .skills-registry.bak.',
    'connect --run':
      'connect --run is gone. Use --write: it writes the entry into the settings of the client.',
    'serve --submit-to':
      'serve --submit-to is gone. Use --allow-submit: it adds skills to the folder, where git can commit and push them.',
  },
  command: {
    report:
      'The command report is gone. Correct the files of the skill, or write to the maintainer of the registry.',
    'remove-command':
      'The command remove-command is gone. Delete the file of the command by hand: `which skills-registry` (Windows: `where skills-registry`) prints its path.',
  },
  file: {
    '/etc/skills-registry/managed.json':
      '/etc/skills-registry/managed.json is no longer read. Distribute registries with the software distribution of the computers.',
    '/Library/Application Support/Skills Registry/managed.json':
      '/Library/Application Support/Skills Registry/managed.json is no longer read. Distribute registries with the software distribution of the computers.',
    'C:\\ProgramData\\Skills Registry\\managed.json':
      'C:\\ProgramData\\Skills Registry\\managed.json is no longer read. Distribute registries with the software distribution of the computers.',
  },
  address: {
    '/v1/reports':
      '/v1/reports is gone. Correct the files of the skill, or write to the maintainer of the registry.',
    '/.well-known/agent-skills':
      '/.well-known/agent-skills is gone. GET /v1/skills lists the skills; the command export writes one as an agent skill.',
  },
};

/** Undefined for names that are in use or were never known. */
export function withdrawnSentence(kind: WithdrawnKind, name: string): string | undefined {
  if (kind !== 'address') return Object.hasOwn(WITHDRAWN[kind], name) ? WITHDRAWN[kind][name] : undefined;
  return Object.entries(WITHDRAWN.address).find(
    ([address]) => name === address || name.startsWith(`${address}/`),
  )?.[1];
}

/** Sentences about files of earlier versions that are still there. */
export function withdrawnFiles(isThere: (path: string) => boolean): readonly string[] {
  return Object.entries(WITHDRAWN.file).flatMap(([path, sentence]) => (isThere(path) ? [sentence] : []));
}

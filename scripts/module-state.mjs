/** Module-level state is hidden, never reset, and shared by all tests of a process. */

const ALLOWED = new Map([
  ['src-server/writing/write-lock.ts', 'a lock names a process, so its turns are the process’s'],
  ['src-server/tokens/split-long-runs.ts', 'a table that never changes, made on first use'],
  ['src-server/search/words/related-words.ts', 'a table that never changes, made on first use'],
  ['src-renderer/route/scroll-memory.ts', 'the page has one history'],
]);

/** State, in contrast to a filled table. */
const isEmptyCollection = (value) =>
  (value?.type === 'NewExpression' &&
    /^(Weak)?(Map|Set)$|Array$/.test(value.callee.name) &&
    (value.arguments.length === 0 || /Array$/.test(value.callee.name))) ||
  (value?.type === 'ArrayExpression' && value.elements.length === 0) ||
  (value?.type === 'ObjectExpression' && value.properties.length === 0);

const isReadonly = ({ typeAnnotation }) => {
  const type = typeAnnotation?.typeAnnotation;
  return type?.operator === 'readonly' || /^Readonly/.test(type?.typeName?.name ?? '');
};

/** Skips worker entries, which nobody imports. */
export function findModuleState({ file, program }) {
  if (ALLOWED.has(file) || /[-.]worker\.ts$/.test(file)) return [];
  return program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node) => node?.type === 'VariableDeclaration')
    .flatMap(({ kind, declarations }) =>
      declarations
        .filter(({ id, init }) => kind !== 'const' || (isEmptyCollection(init) && !isReadonly(id)))
        .map(({ id }) => `${file} keeps state in ${id.name ?? 'variables'}: make it an object’s.`),
    );
}

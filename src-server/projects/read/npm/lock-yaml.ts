import { isScalar, parseAllDocuments, visit } from 'yaml';
import { isTable, type Table, tableAt, tableOf } from '../values.ts';

/** The parser reads some 5 MB per second, and holds twenty times the text. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** Without these, hostile texts take quadratic time. */
const LINEAR = { prettyErrors: false, uniqueKeys: false } as const;

/** Scalars stay texts: `1.10` keeps its zero. pnpm 11 writes two documents: the first locks pnpm itself. */
export function parseLockYaml(text: string): Table {
  if (text.length > MAX_LENGTH) throw new Error(`the YAML is larger than ${MAX_LENGTH / 2 ** 20} MiB`);
  const parsed = parseAllDocuments(text, { ...LINEAR, schema: 'failsafe', logLevel: 'silent' });
  const documents = [...parsed].map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    visit(document, {
      Pair(_place, { key }) {
        // Each such key would be written out as text, with all keys inside.
        if (key !== null && !isScalar(key)) throw new Error('the YAML has a key that is a list or a table');
      },
    });
    return tableOf(document.toJS({ maxAliasCount: 50 }));
  });
  return documents.findLast((document) => !isPnpmItself(document)) ?? {};
}

const OWN_SECTIONS: readonly string[] = ['configDependencies', 'packageManagerDependencies'];

/** Locks the package manager and its plugins only. */
function isPnpmItself(document: Table): boolean {
  const importers = Object.values(tableAt(document, 'importers')).filter(isTable);
  const sections = importers.flatMap((importer) => Object.keys(importer));
  const isEmpty = Object.keys(document).length === 0;
  return isEmpty || (sections.length > 0 && sections.every((section) => OWN_SECTIONS.includes(section)));
}

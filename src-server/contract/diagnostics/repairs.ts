import { isRequiredFile, standardPriority } from '../api/standard-files.ts';
import { compareText } from '../words/compare-text.ts';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode, type Severity } from './diagnostic.ts';
import { LISTED_FIELDS, meantValue } from './meant-values.ts';
import { compareSeverity } from './severity.ts';

/** Problems with the same code and the same way of repair. */
export interface ProblemKind {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Missing for agents. */
  readonly isUnserved: boolean;
  /** By `validate --fix`. */
  readonly isMended: boolean;
  readonly fix: string;
  readonly places: readonly Diagnostic[];
}

/** Unserved first, then by severity and number of places. Without drafts, which are no faults. */
export function problemKinds(diagnostics: readonly Diagnostic[]): readonly ProblemKind[] {
  const kinds = new Map<string, ProblemKind & { places: Diagnostic[] }>();
  for (const place of diagnostics) {
    const { code, severity } = place;
    if (code === 'skill-draft' || code === 'placeholder-left') continue;
    const isMended = isMendedBy(place);
    const id = `${code} ${isMended}`;
    // A newer service may have other codes.
    const { fix = '', isUnserved = false } = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code] : {};
    const kind = kinds.get(id) ?? { code, severity, isUnserved, isMended, fix, places: [] };
    kind.places.push(place);
    kinds.set(id, kind);
  }
  return [...kinds.values()].sort(
    (a, b) =>
      Number(b.isUnserved) - Number(a.isUnserved) ||
      compareSeverity(a.severity, b.severity) ||
      b.places.length - a.places.length ||
      compareText(a.code, b.code),
  );
}

/** By the mark of the code, but for codes that `validate --fix` repairs in some places. */
function isMendedBy({ code, field, file = '', pointer = '', value = '' }: Diagnostic): boolean {
  // Values are stored as JSON.
  const word = value.replace(/^"|"$/g, '');
  const name = file.slice(file.lastIndexOf('/') + 1);
  switch (code) {
    case 'enum-invalid':
      return LISTED_FIELDS.some((label) => pointer === `/${label}` && meantValue(label, word) !== undefined);
    case 'file-missing':
      return !isRequiredFile(word);
    case 'file-unlisted':
      return pointer !== '' || standardPriority(name) !== undefined || /(?:^|\/)examples\//.test(file);
    case 'field-missing':
      return pointer === '' && (field === 'files' || field === 'read_order');
    case 'field-form':
      return file === 'index.json' && pointer === '/updated_at';
    case 'field-invalid':
      return pointer === '/completeness';
    default:
      return Object.hasOwn(DIAGNOSTICS, code) && DIAGNOSTICS[code].isMended === true;
  }
}

import { isoTime, isRfc3339 } from '../../contract/words/iso-time.ts';
import type { Finding, Rule } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { shortJson, truncate } from '../truncate.ts';

type Fields = Readonly<Record<string, unknown>>;

const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/;
const MAX_NAME_LENGTH = 200;
/** Milliseconds between clocks. */
const CLOCK_TOLERANCE = 86_400_000;

/** Forms of fields whose type the schema checks. */
export const fieldForms: Rule = function* ({ manifest }, { now }) {
  yield* textForms(manifest);
  const { inherits, updated_at: updated, released_at: released } = manifest;
  if (typeof inherits === 'string' && inherits.split('/').filter((part) => /^\S+$/.test(part)).length !== 3)
    yield formFinding('inherits', inherits, 'a skill key, language/author/name, or null');
  yield* timeForm('updated_at', updated);
  yield* timeForm('released_at', released);
  if ((isoTime(updated) ?? 0) > now.getTime() + CLOCK_TOLERANCE) {
    const message = `"updated_at" is in the future: ${updated}.`;
    yield { code: 'updated-at-future', message, pointer: '/updated_at' };
  }
  yield* otherMembers(manifest, 'compatibility', ['compilers', 'platforms']);
  yield* otherMembers(manifest, 'dependencies', ['required', 'optional', 'skills']);
};

/** Of skill.json, and of an entry of index.json. */
export function* textForms({ summary, repo_source_url: url }: Fields): Iterable<Finding> {
  if (typeof summary === 'string' && LINE_END.test(summary))
    yield formFinding('summary', summary, 'one line');
  if (typeof url === 'string' && url !== '' && !(URL.canParse(url) && new URL(url).host !== ''))
    yield formFinding('repo_source_url', url, 'a URL such as https://example.org/author/name');
}

function formFinding(field: string, fieldValue: unknown, expected: string): Finding {
  const value = shortJson(fieldValue);
  const message = `"${field}" is ${value}; it should be ${expected}.`;
  return { code: 'field-form', message, pointer: toPointer(field), value, expected };
}

export function timeForm(field: string, value: unknown): readonly Finding[] {
  if (typeof value !== 'string' || isRfc3339(value)) return [];
  const form = formFinding(field, value, 'an ISO 8601 time such as 2026-01-31T12:00:00Z');
  if (isoTime(value) !== undefined) return [form];
  return [{ ...form, code: 'field-invalid', message: form.message.replace('it should be', 'it must be') }];
}

export function oneLine(text: string): string {
  if (!LINE_END.test(text)) return text;
  const lines = text.split(LINE_END).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Served as they are. The schema checks the named ones. */
function* otherMembers(manifest: Fields, field: string, named: readonly string[]): Iterable<Finding> {
  const members = manifest[field];
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return;
  for (const [name, value] of Object.entries(members)) {
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    if (isList || named.includes(name)) continue;
    const pointer = name.length > MAX_NAME_LENGTH ? toPointer(field) : toPointer(field, name);
    const message = `"${field}.${truncate(name)}" is no list of strings. It is served as it is.`;
    yield { code: 'member-type', message, pointer };
  }
}

import { isJsonObject, ownMember } from '../../contract/api.ts';
import type { DiagnosticCode } from '../../contract/codes.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { LIMITS } from '../../contract/limits.ts';
import { checkOf, type SchemaError } from '../../contract/schema.ts';
import { furtherSkillFields, skillSchema } from '../../contract/schemas/files.ts';
import {
  AUTHOR_ENTRIES,
  DEPRECATED_FIELDS,
  entryPlace,
  isImportPath,
  isVersionRange,
  PACKAGE_NAMESPACES,
  plainTitle,
  TRUST_MAXIMA,
} from '../../contract/skill-format.ts';
import { isoTime, isRfc3339 } from '../../contract/words.ts';
import { type Finding, MANIFEST_FILE, type Rule, shortJson, truncate } from '../finding.ts';
import { JsonText, pointerSegments, toPointer } from '../json-position.ts';

interface SchemaProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The JSON pointer of the value; of its parent, if the value is missing. */
  readonly pointer: string;
  readonly field?: string;
  /** The value that was found, as JSON, like `expected`. */
  readonly value?: string;
  readonly expected?: string;
  /** `required`, `type`, `enum` … */
  readonly keyword: string;
}

const MOST_ERRORS = 1_000;
/** Longer pointers are unreadable: the nearest parent is named. */
const MAX_POINTER_LENGTH = 1_000;

/** Returns one problem for each place that the schema refuses. */
export function schemaProblems(errors: readonly SchemaError[], document: unknown): SchemaProblem[] {
  const byPlace = new Map<string, SchemaProblem>();
  // 1,000 errors may concern the same large object.
  const written = new Map<unknown, string>();
  for (const { instancePath: path, keyword, params } of errors.slice(0, MOST_ERRORS)) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/', MAX_POINTER_LENGTH)));
    const pointer = path.length > MAX_POINTER_LENGTH ? parent : path;
    const field = keyword === 'required' ? String(params['missingProperty']) : undefined;
    const place = `${pointer} ${field ?? ''}`;
    if (byPlace.has(place)) continue;
    if (field !== undefined) {
      const message = `"${field}" is missing${pointer === '' ? '' : ` in ${quoteName(pointer)}`}.`;
      const code = field === 'files' && pointer === '' ? 'files-missing' : 'field-missing';
      byPlace.set(place, { code, message, pointer, field, keyword });
      continue;
    }
    const found = pointerSegments(pointer).reduce(memberOf, document);
    const value = written.get(found) ?? shortJson(found);
    written.set(found, value);
    // For list items, the list's.
    const name = pointerSegments(pointer).findLast((segment) => !/^\d+$/.test(segment)) ?? '';
    const isSource = pointer.startsWith('/trust_score_sources/') && name in TRUST_MAXIMA;
    const expected = expectation(keyword, params, name);
    byPlace.set(place, {
      code: isSource ? 'trust-source-invalid' : schemaDiagnostic(keyword, pointer),
      message: `${quoteName(pointer)} is ${kindOf(found) ?? value}; it must be ${expected}.`,
      pointer,
      value,
      expected,
      keyword,
    });
  }
  return [...byPlace.values()];
}

function schemaDiagnostic(keyword: string, pointer: string): DiagnosticCode {
  if (keyword !== 'enum') return 'field-invalid';
  return pointer === '/language' ? 'language-unknown' : 'enum-invalid';
}

/** What the patterns of the schema ask for, in words. */
const SHAPES: Readonly<Record<string, string>> = {
  key: 'language/author/name',
  repo: 'author/name, or with its host if that is not github.com: gitlab.com/acme/backend/utils',
  skill_version: 'a version of three numbers such as 1.0.0',
  schema: 'skills/v1',
  skills: 'a skill key, language/author/name',
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function expectation(keyword: string, params: SchemaError['params'], name: string): string {
  const { limit, allowedValues, type } = params;
  const few = (one: string) => `${limit} ${one}${limit === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'enum':
      return joinOr((allowedValues as readonly unknown[]).map(String));
    case 'type':
      return joinOr([type].flat().map((one) => TYPE_NAMES[String(one)] ?? String(one)));
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'minItems':
      return `a list with at least ${few('item')}`;
    case 'minProperties':
      return `an object with at least ${few('member')}`;
    case 'maxProperties':
      return `an object with at most ${few('member')}`;
    case 'minLength':
      return 'text';
    case 'maxLength':
      return `text of at most ${few('character')}`;
    case 'pattern':
      return (Object.hasOwn(SHAPES, name) && SHAPES[name]) || 'text that is not blank';
    default:
      return `something else (${keyword})`;
  }
}

/** `/files/P0/2` becomes `"files.P0[2]"`. */
function quoteName(pointer: string): string {
  const path = pointerSegments(pointer)
    .join('.')
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  return pointer === '' ? 'The document' : `"${truncate(path)}"`;
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null)?.[name];
}

function kindOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : undefined;
}

/** `a`, `a or b`, `a, b or c`. */
function joinOr(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

const isSkill = checkOf(skillSchema);

/** Fields of skill.json without `schema`, which reading checks. */
export const manifestSchema: Rule = function* ({ manifest }) {
  if (isSkill(manifest)) return;
  for (const { keyword: _, ...problem } of schemaProblems(isSkill.errors, manifest))
    if (problem.pointer !== '/schema' && problem.field !== 'schema') yield problem;
};

export const deprecatedFields: Rule = ({ manifest }) => deprecatedIn(manifest, 'skill');

export function deprecatedIn(
  fields: Readonly<Record<string, unknown>>,
  record: keyof typeof DEPRECATED_FIELDS,
): readonly Finding[] {
  return Object.entries(DEPRECATED_FIELDS[record]).flatMap(([field, fix]): Finding[] =>
    Object.hasOwn(fields, field)
      ? [{ code: 'field-deprecated', message: `"${field}" is deprecated.`, pointer: toPointer(field), fix }]
      : [],
  );
}

export const duplicateJsonMembers: Rule = function* ({ texts }) {
  const json = new JsonText(texts.get(MANIFEST_FILE) ?? '');
  for (const { name, offset } of json.duplicateMembers())
    yield {
      code: 'json-member-duplicate',
      message: `"${truncate(name)}" stands twice.`,
      ...json.positionOf(offset),
    };
};

/** A skill in a library's own repository (`.skills/`) has `repo_skill`. */
export const ownRepository: Rule = function* ({ manifest }, { layout }) {
  const message = '"repo_skill" is false, but the skill lies in the library’s own .skills/ folder.';
  if (layout === 'library' && manifest['repo_skill'] === false)
    yield { code: 'repo-skill-false', message, pointer: '/repo_skill' };
};

/** Names and versions in `extensions` can match projects. */
export const packageNames: Rule = function* ({ manifest }) {
  const extensions = ownMember(manifest, 'extensions');
  for (const namespace of Object.keys(PACKAGE_NAMESPACES)) {
    const stated = ownMember(extensions, namespace);
    const [name, names] = [ownMember(stated, 'name'), ownMember(stated, 'names')];
    if (name !== undefined && !isName(name))
      yield unusable(
        `The name in "${namespace}" is no text that could be a package’s name.`,
        namespace,
        'name',
      );
    if (names !== undefined && !(Array.isArray(names) && names.every(isName)))
      yield unusable(`"names" in "${namespace}" is no list of packages’ names.`, namespace, 'names');
  }
  const own = ownMember(extensions, 'skills_registry');
  const imports = ownMember(own, 'imports');
  if (imports !== undefined && !(Array.isArray(imports) && imports.every(isImportPath)))
    yield unusable('"imports" is no list of paths as code imports them.', 'skills_registry', 'imports');
  const range = ownMember(own, 'versions');
  if (range !== undefined && !(typeof range === 'string' && isVersionRange(range)))
    yield unusable('"versions" is no range as ">=1.4 <3" is.', 'skills_registry', 'versions');
};

function unusable(message: string, ...path: readonly string[]): Finding {
  return { code: 'package-name-unusable', message, pointer: toPointer('extensions', ...path) };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^\S{1,500}$/.test(value.trim());
}

/** What is said of entries names headings that are there, and keeps to its lengths. */
export const entryNotes: Rule = function* ({ manifest, texts }) {
  const stated = ownMember(ownMember(ownMember(manifest, 'extensions'), 'skills_registry'), 'entries');
  if (stated === undefined) return;
  if (!isJsonObject(stated)) {
    yield unusableNote('"entries" is no object of entries by "file#Heading".');
    return;
  }
  for (const [place, facts] of Object.entries(stated).slice(0, AUTHOR_ENTRIES.most)) {
    const named = entryPlace(place);
    const text = named === undefined ? undefined : texts.get(named.file);
    if (named === undefined || text === undefined || !hasHeading(text, named.heading))
      yield unusableNote(`${truncate(place)} is no heading of a file of the skill.`, place);
    const { danger, questions, symptoms } = isJsonObject(facts) ? facts : {};
    if (danger !== undefined && !isShortText(danger, AUTHOR_ENTRIES.danger))
      yield unusableNote(
        `"danger" is no text of at most ${AUTHOR_ENTRIES.danger} characters.`,
        place,
        'danger',
      );
    const { questions: most, question: longest } = AUTHOR_ENTRIES;
    if (questions !== undefined && !areShortTexts(questions, most, longest))
      yield unusableNote(
        `"questions" are not one to ${most} texts of at most ${longest} characters.`,
        place,
        'questions',
      );
    if (symptoms !== undefined && !areShortTexts(symptoms, AUTHOR_ENTRIES.symptoms, AUTHOR_ENTRIES.symptom))
      yield unusableNote(
        `"symptoms" are not one to ${AUTHOR_ENTRIES.symptoms} texts of at most ${AUTHOR_ENTRIES.symptom} characters.`,
        place,
        'symptoms',
      );
  }
};

function unusableNote(message: string, ...path: readonly string[]): Finding {
  const pointer = toPointer('extensions', 'skills_registry', 'entries', ...path);
  return { code: 'entry-note-unusable', message, pointer };
}

/** Whether a line of the text is the heading, whatever marks it has. */
function hasHeading(text: string, heading: string): boolean {
  const wanted = plainTitle(heading);
  return text
    .slice(0, LIMITS.analyzedLength)
    .split('\n')
    .some((line) => line.length <= LONGEST_HEADING && plainTitle(line) === wanted);
}

const LONGEST_HEADING = 300;

function isShortText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && Array.from(value).length <= most;
}

function areShortTexts(value: unknown, most: number, characters: number): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) return false;
  return value.every((text) => isShortText(text, characters));
}

type Fields = Readonly<Record<string, unknown>>;

const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/;
const MAX_NAME_LENGTH = 200;
/** Milliseconds between clocks. */
const CLOCK_TOLERANCE = 86_400_000;

const isFurther = checkOf(furtherSkillFields);

/** Forms of fields whose type the schema checks. */
export const fieldForms: Rule = function* ({ manifest }, { now }) {
  yield* textForms(manifest);
  yield* furtherForms(isFurther, manifest);
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

/** Checks the form of texts in skill.json, and in an entry of index.json. */
export function* textForms({ summary, repo_source_url: url }: Fields): Iterable<Finding> {
  if (typeof summary === 'string' && LINE_END.test(summary))
    yield formFinding('summary', summary, 'one line');
  if (typeof url === 'string' && url !== '' && !(URL.canParse(url) && new URL(url).host !== ''))
    yield formFinding('repo_source_url', url, 'a URL such as https://example.org/author/name');
}

/** Fields that the specification doesn't have there: what can't be listed is left out of the list and the skill. */
export function furtherForms(check: ReturnType<typeof checkOf>, fields: Fields): readonly Finding[] {
  if (check(fields)) return [];
  return schemaProblems(check.errors, fields).map(({ keyword: _, field: _name, ...problem }) => ({
    ...problem,
    code: 'field-form',
  }));
}

function formFinding(field: string, fieldValue: unknown, expected: string): Finding {
  const value = shortJson(fieldValue);
  const message = `"${field}" is ${value}; it should be ${expected}.`;
  return { code: 'field-form', message, pointer: toPointer(field), value, expected };
}

export function timeForm(field: string, value: unknown): readonly Finding[] {
  if (typeof value !== 'string' || isRfc3339(value)) return [];
  const form = formFinding(field, value, 'an ISO 8601 time such as 2026-01-31T12:00:00Z');
  // The specification has a date-time there, of which a date alone is none; `released_at` is not the specification's.
  const isTime = /\d[T ]\d/i.test(value) || field !== 'updated_at';
  if (isTime && isoTime(value) !== undefined) return [form];
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
    const what = `"${field}.${truncate(name)}" is no list of strings.`;
    // The specification says of which type the members of `compatibility` are, and of others of `dependencies` nothing.
    if (field === 'compatibility') yield { code: 'field-invalid', message: what, pointer };
    else yield { code: 'member-type', message: `${what} It is served as it is.`, pointer };
  }
}

export const SCHEMA_NAME = 'skills/v1';

/** Accepts minor versions, and the older name. */
export function isReadableSchema(schema: unknown): schema is string {
  return isMinorSchema(schema) || (typeof schema === 'string' && /^libskills\/v1(?:\.\d+)*$/.test(schema));
}

/** `skills/v1`, and `skills/v1.1` of the same major version. */
export function isMinorSchema(schema: unknown): schema is string {
  return typeof schema === 'string' && /^skills\/v1(?:\.\d+)*$/.test(schema);
}

export function reportMinor(schema: string, file: string): Diagnostic {
  return diagnose('schema-minor', `The schema is ${truncate(schema)}.`, { file, pointer: '/schema' });
}

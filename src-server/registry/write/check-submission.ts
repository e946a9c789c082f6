import { LANGUAGES } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { checkOf } from '../../contract/schema-check.ts';
import { submissionSchema } from '../../contract/schemas/registry-files.ts';
import { listSentences } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { isWindowsDevice } from '../../contract/words/windows-device.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { listedFiles } from '../../validation/knowledge-files.ts';
import { relax, SPECIFICATION } from '../../validation/registry-rules.ts';
import { isMinorSchema } from '../../validation/schema-name.ts';
import { schemaProblems } from '../../validation/schema-problems.ts';
import { removeSelfAwards } from '../../validation/self-awards.ts';
import { checkTexts } from '../../validation/skill-checker.ts';
import type {
  CheckedSubmission,
  ReviewContext,
  Submission,
  SubmissionReview,
} from '../../validation/submission-review.ts';
import { truncate } from '../../validation/truncate.ts';
import { isNestedTooDeeply, reportDeepExtension, withoutDeepExtensions } from '../model/json-object.ts';
import { keyOfManifest } from '../model/skill-key.ts';
import { MAX_MANIFEST_BYTES } from '../worker/read-skill.ts';

export interface SubmissionContext extends ReviewContext {
  readonly countTokens: (text: string) => TokenCount;
}

const isSubmission = checkOf(submissionSchema);
const NAMED_PROBLEMS = 10;
const TOO_LARGE = `skill.json has more than ${MAX_MANIFEST_BYTES / 1024} KiB, and would not be served.`;
const MAX_SEGMENT_LENGTH = 100;

export function reviewSubmission(
  body: unknown,
  context: SubmissionContext,
  leftOut: readonly Diagnostic[] = [],
): SubmissionReview {
  if (!isSubmission(body)) return { problems: shapeProblems(body), diagnostics: [], relaxed: [] };
  const { skill, files } = body as Readonly<Record<'skill', JsonObject>> & Pick<Submission, 'files'>;
  const { manifest, diagnostics: awards } = removeSelfAwards(skill);
  const takenOut = [...awards, ...leftOut];
  const isCommunity = manifest['tier'] === 'tier2';
  const tierProblems = isCommunity ? [] : ['"tier" must be tier2: tier1 is curated.'];
  const problems = [...manifestProblems(manifest), ...Object.keys(files).flatMap(nameProblems)];
  const key = keyOfManifest(manifest);
  if (key === undefined || problems.length > 0)
    return { problems: [...tierProblems, ...problems], diagnostics: takenOut, relaxed: [] };
  const manifestText = `${JSON.stringify(manifest, undefined, 2)}\n`;
  if (Buffer.byteLength(manifestText) > MAX_MANIFEST_BYTES)
    return { problems: [TOO_LARGE], diagnostics: takenOut, relaxed: [], key };
  const submission = { key, manifest, manifestText, files, takenOut: takenOut.map(({ message }) => message) };
  const found = [...checkByRules(submission, context), ...takenOut];
  const { diagnostics, relaxed } = relax(found, context.rules ?? SPECIFICATION);
  const all = [...tierProblems, ...listProblems(submission), ...diagnostics.filter(isRefused).map(describe)];
  return { problems: all, diagnostics, relaxed, key, ...(all.length === 0 && { submission }) };
}

export function reviewSubmissionText(text: string, context: SubmissionContext): SubmissionReview | undefined {
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
  const { skill } = isJsonObject(body) ? body : {};
  const shallow = isJsonObject(skill) ? withoutDeepExtensions(skill) : undefined;
  if (isNestedTooDeeply(isJsonObject(body) && shallow !== undefined ? { ...body, skill: {} } : body))
    return { problems: ['The skill is nested too deeply.'], diagnostics: [], relaxed: [] };
  if (!isJsonObject(body) || shallow === undefined) return reviewSubmission(body, context);
  const leftOut = shallow.leftOut.map((namespace) => reportDeepExtension(namespace, MANIFEST_FILE));
  return reviewSubmission({ ...body, skill: shallow.value }, context, leftOut);
}

/** Throws `skill_invalid` with a sentence. */
export function acceptedSubmission({ submission, problems }: SubmissionReview): CheckedSubmission {
  if (submission === undefined) throw refuse(problems);
  return submission;
}

function refuse(problems: readonly string[]): ApiError {
  return new ApiError(
    'skill_invalid',
    `The skill was not accepted: ${listSentences(problems, NAMED_PROBLEMS)}`,
  );
}

function shapeProblems(body: unknown): string[] {
  const errors = isSubmission.errors;
  const names = errors.filter(({ keyword }) => keyword === 'propertyNames');
  const misnamed = new Set(names.map(({ params }) => String(params['propertyName'])));
  const problems = schemaProblems(errors, body).flatMap(({ keyword, pointer, message }) => {
    if (keyword === 'additionalProperties') return ['The body may have only "skill" and "files".'];
    const isName = keyword === 'propertyNames' || keyword === 'pattern' || keyword === 'maxLength';
    return isName && pointer.startsWith('/files') ? [] : [message];
  });
  return [...problems, ...[...misnamed].map(misnamedProblem)];
}

function misnamedProblem(path: string): string {
  return `The file name ${printable(truncate(path))} can't be taken: names are lowercase and end in .md, or lie under examples/.`;
}

function manifestProblems(manifest: JsonObject): string[] {
  const { schema, language } = manifest;
  const key = keyOfManifest(manifest);
  const isKnown = LANGUAGES.some((known) => known === language);
  return [
    ...(isMinorSchema(schema) ? [] : ['"schema" must be skills/v1.']),
    ...(isKnown ? [] : [`"language" must be one of ${LANGUAGES.join(', ')}.`]),
    ...(key && `${key}/${manifest['repo']}`.split('/').every(isSafeSegment)
      ? []
      : ['"repo" must be author/name, of letters, digits, ".", "_" and "-".']),
  ];
}

function isSafeSegment(segment: string): boolean {
  return (
    /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/.test(segment) &&
    segment.length <= MAX_SEGMENT_LENGTH &&
    !isWindowsDevice(segment)
  );
}

/** The schema has checked characters. */
function nameProblems(path: string): string[] {
  return path.split('/').every(isSafeSegment)
    ? []
    : [`The file name ${path} is not possible on every system.`];
}

function checkByRules(
  { key, manifest, manifestText, files }: Submission,
  { now, countTokens }: SubmissionContext,
): readonly Diagnostic[] {
  const skill = {
    key,
    folder: '',
    manifest,
    files: Object.entries(files).map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
    texts: new Map([...Object.entries(files), [MANIFEST_FILE, manifestText]]),
  };
  return checkTexts(skill, { layout: 'registry', now, countTokens });
}

function listProblems({ manifest, files }: Submission): string[] {
  const missing = listedFiles(manifest).filter(({ path }) => !Object.hasOwn(files, path));
  return [
    ...clashes(Object.keys(files)),
    ...missing.map(({ path }) => `"files" lists ${path}, which was not sent.`),
  ];
}

/** Files that are also folders. */
function clashes(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap(foldersOf));
  return paths.filter((path) => folders.has(path)).map((path) => `${path} cannot be a file and a folder.`);
}

function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Warnings are the author's choice. */
function isRefused({ code, severity }: Diagnostic): boolean {
  return severity === 'error' || code === 'placeholder-left';
}

function describe({ file, message, line }: Diagnostic): string {
  // A message that names a field of skill.json needs no file name.
  const isField = file === MANIFEST_FILE && message.includes('"');
  const isNamed = file === undefined || message.includes(file) || isField;
  const place = isNamed ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${message}`;
}

import { LANGUAGES, type SkillKey } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import validateSubmission from '../../contract/schemas/submission.schema.json?validate';
import { listSentences } from '../../contract/words/list-words.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { listedFiles } from '../../validation/knowledge-files.ts';
import { type RegistryRules, relax, SPECIFICATION } from '../../validation/registry-rules.ts';
import { SCHEMA_NAME } from '../../validation/schema-name.ts';
import { schemaProblems } from '../../validation/schema-problems.ts';
import { withoutAwards } from '../../validation/self-awards.ts';
import {
  CheckUnfinishedError,
  type SkillChecker,
  type SkillWithTexts,
} from '../../validation/skill-checker.ts';
import type { JsonObject } from './json-object.ts';
import { keyOfManifest } from './skill-key.ts';

/** A skill that was sent in, checked by every rule. */
export interface Submission {
  readonly key: SkillKey;
  readonly manifest: JsonObject;
  /** Text of skill.json, as it will be written. */
  readonly manifestText: string;
  /** Texts by path; the paths are safe on every system. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CheckedSubmission extends Submission {
  /** What of the manifest was not its author's to say, a sentence each. */
  readonly takenOut: readonly string[];
}

export interface SubmissionContext {
  readonly now: Date;
  /** Nobody waits any more. */
  readonly signal?: AbortSignal;
  readonly checker: Pick<SkillChecker, 'check'>;
  /** The registry's own; default the specification's. */
  readonly rules?: RegistryRules;
}

/** More problems than this are counted, not named. */
const NAMED_PROBLEMS = 10;
/** Devices that Windows finds under these names in every folder, whatever their extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_SEGMENT_LENGTH = 100;

/** What becomes of a body that was sent in. */
export interface SubmissionReview {
  /** What keeps it from being taken, a sentence each; none where it can be stored. */
  readonly problems: readonly string[];
  /** Everything the rules say, warnings and notes included; files are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the registry's own rules relaxed of them, by code. */
  readonly relaxed: readonly Relaxed[];
  /** Absent where the body hasn't the shape of a submission. */
  readonly submission?: CheckedSubmission;
}

/** Checks the body of `POST /v1/skills`: its shape, file names, tier and every rule of the specification. */
export async function reviewSubmission(body: unknown, context: SubmissionContext): Promise<SubmissionReview> {
  if (!validateSubmission(body)) return { problems: shapeProblems(body), diagnostics: [], relaxed: [] };
  const { skill, files } = body as Readonly<Record<'skill', JsonObject>> & Pick<Submission, 'files'>;
  const { manifest, diagnostics: takenOut } = withoutAwards(skill);
  const isCommunity = manifest['tier'] === 'tier2';
  const tierProblems = isCommunity ? [] : ['"tier" must be tier2: tier1 is curated.'];
  const problems = [...manifestProblems(manifest), ...Object.keys(files).flatMap(nameProblems)];
  const key = keyOfManifest(manifest);
  if (key === undefined || problems.length > 0)
    return { problems: [...tierProblems, ...problems], diagnostics: takenOut, relaxed: [] };
  const manifestText = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const submission = { key, manifest, manifestText, files, takenOut: takenOut.map(({ message }) => message) };
  const found = [...(await checkByRules(submission, context)), ...takenOut];
  const { diagnostics, relaxed } = relax(found, context.rules ?? SPECIFICATION);
  return {
    problems: [...tierProblems, ...listProblems(submission), ...diagnostics.filter(isRefused).map(describe)],
    diagnostics,
    relaxed,
    submission,
  };
}

/** The submission, where nothing keeps it from being taken. Throws `skill_invalid` with a sentence that names what does. */
export async function checkSubmission(
  body: unknown,
  context: SubmissionContext,
): Promise<CheckedSubmission & Pick<SubmissionReview, 'relaxed'>> {
  const { submission, problems, relaxed } = await reviewSubmission(body, context);
  if (submission === undefined || problems.length > 0) throw refuse(problems);
  return { ...submission, relaxed };
}

function refuse(problems: readonly string[]): ApiError {
  return new ApiError(
    'skill_invalid',
    `The skill was not accepted: ${listSentences(problems, NAMED_PROBLEMS)}`,
  );
}

function shapeProblems(body: unknown): string[] {
  return schemaProblems(validateSubmission.errors ?? [], body).map(({ keyword, pointer, message }) => {
    if (keyword === 'additionalProperties') return 'The body has "skill" and "files" and nothing else.';
    if (
      keyword === 'propertyNames' ||
      (pointer === '/files' && (keyword === 'pattern' || keyword === 'maxLength'))
    )
      return 'File names are lowercase and end in .md, or lie under examples/.';
    return message;
  });
}

/** What the rules could not be applied to. */
function manifestProblems(manifest: JsonObject): string[] {
  const { schema, language } = manifest;
  const key = keyOfManifest(manifest);
  const isKnown = LANGUAGES.some((known) => known === language);
  return [
    ...(schema === SCHEMA_NAME ? [] : ['"schema" must be skills/v1.']),
    ...(isKnown ? [] : [`"language" must be one of ${LANGUAGES.join(', ')}.`]),
    ...(key && `${key}/${manifest['repo']}`.split('/').every(isSafeSegment)
      ? []
      : ['"repo" must be author/name, of letters, digits, ".", "_" and "-".']),
  ];
}

/** A name that every system takes for one folder or file, and for no other. */
function isSafeSegment(segment: string): boolean {
  return (
    /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/.test(segment) &&
    segment.length <= MAX_SEGMENT_LENGTH &&
    !WINDOWS_DEVICE.test(segment)
  );
}

/** The schema saw to the characters; what is left are names that only some systems take. */
function nameProblems(path: string): string[] {
  return path.split('/').every(isSafeSegment)
    ? []
    : [`The file name ${path} is not possible on every system.`];
}

async function checkByRules(
  { key, manifest, manifestText, files }: Submission,
  { now, checker, signal }: SubmissionContext,
): Promise<readonly Diagnostic[]> {
  const skill: SkillWithTexts = {
    key,
    folder: '',
    manifest,
    files: Object.entries(files).map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
    texts: { ...files, [MANIFEST_FILE]: manifestText },
  };
  try {
    return await checker.check(skill, { layout: 'registry', now }, signal === undefined ? {} : { signal });
  } catch (error) {
    if (error instanceof CheckUnfinishedError) throw new ApiError('check_unfinished', error.message);
    throw error;
  }
}

/** What the loader would say of the stored skill. */
function listProblems({ manifest, files }: Submission): string[] {
  const missing = listedFiles(manifest).filter(({ path }) => !Object.hasOwn(files, path));
  return [
    ...clashes(Object.keys(files)),
    ...missing.map(({ path }) => `"files" lists ${path}, which was not sent.`),
  ];
}

/** A file that would have to be a folder too. */
function clashes(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap(foldersOf));
  return paths.filter((path) => folders.has(path)).map((path) => `${path} cannot be a file and a folder.`);
}

/** `a` and `a/b` of `a/b/c.md`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Warnings are its author's business; a draft isn't for us to store. */
function isRefused({ code, severity }: Diagnostic): boolean {
  return severity === 'error' || code === 'placeholder-left';
}

function describe({ file, message, line }: Diagnostic): string {
  // What names a field says by that where it is.
  const isField = file === MANIFEST_FILE && message.includes('"');
  const isNamed = file === undefined || message.includes(file) || isField;
  const place = isNamed ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${message}`;
}

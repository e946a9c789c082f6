import { LANGUAGES, type SkillKey } from '../../contract/api/api.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import { checkOf } from '../../contract/schema-check.ts';
import { submissionSchema } from '../../contract/schemas/registry-files.ts';
import { printable } from '../../contract/words/printable.ts';
import { isWindowsDevice } from '../../contract/words/windows-device.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { listedFiles } from '../../validation/knowledge-files.ts';
import { type RegistryRules, relax } from '../../validation/registry-rules.ts';
import { isMinorSchema } from '../../validation/schema-name.ts';
import { schemaProblems } from '../../validation/schema-problems.ts';
import { removeSelfAwards } from '../../validation/self-awards.ts';
import { checkTexts } from '../../validation/skill-checker.ts';
import { truncate } from '../../validation/truncate.ts';
import { isNestedTooDeeply, reportDeepExtension, withoutDeepExtensions } from '../model/json-object.ts';
import { keyOfManifest } from '../model/skill-key.ts';
import { MAX_MANIFEST_BYTES } from '../worker/read-skill.ts';

export interface Submission {
  readonly key: SkillKey;
  readonly manifest: JsonObject;
  readonly manifestText: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface SubmissionReview {
  /** Reasons for a rejection, as sentences. */
  readonly problems: readonly string[];
  /** With warnings and notes. Files relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  readonly relaxed: readonly Relaxed[];
  readonly key?: SkillKey;
  /** Without problems only. */
  readonly submission?: Submission;
  /** Sentences about what only others can say of a skill. */
  readonly takenOut: readonly string[];
}

export interface SubmissionContext {
  readonly now: Date;
  readonly rules: RegistryRules;
  readonly countTokens: (text: string) => TokenCount;
}

const isSubmission = checkOf(submissionSchema);
const TOO_LARGE = `skill.json has more than ${MAX_MANIFEST_BYTES / 1024} KiB, and would not be served.`;
const MAX_SEGMENT_LENGTH = 100;

export function reviewSubmission(sent: unknown, context: SubmissionContext): SubmissionReview {
  const refused = { diagnostics: [], relaxed: [], takenOut: [] };
  const shallow =
    isJsonObject(sent) && isJsonObject(sent['skill']) ? withoutDeepExtensions(sent['skill']) : undefined;
  if (isNestedTooDeeply(shallow === undefined ? sent : { ...(sent as JsonObject), skill: {} }))
    return { ...refused, problems: ['The skill is nested too deeply.'] };
  const body = shallow === undefined ? sent : { ...(sent as JsonObject), skill: shallow.value };
  if (!isSubmission(body)) return { ...refused, problems: shapeProblems(body) };
  const { skill, files } = body as Readonly<Record<'skill', JsonObject>> & Pick<Submission, 'files'>;
  const { manifest, diagnostics: awards } = removeSelfAwards(skill);
  const leftOut = shallow?.leftOut.map((namespace) => reportDeepExtension(namespace, MANIFEST_FILE)) ?? [];
  const notes = [...awards, ...leftOut];
  const takenOut = notes.map(({ message }) => message);
  const tier = manifest['tier'] === 'tier2' ? [] : ['"tier" must be tier2: tier1 is curated.'];
  const problems = [...manifestProblems(manifest), ...Object.keys(files).flatMap(nameProblems)];
  const key = keyOfManifest(manifest);
  if (key === undefined || problems.length > 0)
    return { problems: [...tier, ...problems], diagnostics: notes, relaxed: [], takenOut };
  const manifestText = `${JSON.stringify(manifest, undefined, 2)}\n`;
  if (Buffer.byteLength(manifestText) > MAX_MANIFEST_BYTES)
    return { problems: [TOO_LARGE], diagnostics: notes, relaxed: [], key, takenOut };
  const submission = { key, manifest, manifestText, files };
  const { diagnostics, relaxed } = relax([...checkByRules(submission, context), ...notes], context.rules);
  // Warnings are the author's choice.
  const errors = diagnostics.filter(
    ({ code, severity }) => severity === 'error' || code === 'placeholder-left',
  );
  const all = [...tier, ...listProblems(submission), ...errors.map(describe)];
  return { problems: all, diagnostics, relaxed, key, takenOut, ...(all.length === 0 && { submission }) };
}

function shapeProblems(body: unknown): string[] {
  const { errors } = isSubmission;
  const names = errors.filter(({ keyword }) => keyword === 'propertyNames');
  const misnamed = new Set(names.map(({ params }) => String(params['propertyName'])));
  const problems = schemaProblems(errors, body).flatMap(({ keyword, pointer, message }) => {
    if (keyword === 'additionalProperties') return ['The body may have only "skill" and "files".'];
    const isName = keyword === 'propertyNames' || keyword === 'pattern' || keyword === 'maxLength';
    return isName && pointer.startsWith('/files') ? [] : [message];
  });
  const why = "can't be taken: names are lowercase and end in .md, or lie under examples/.";
  return [...problems, ...[...misnamed].map((path) => `The file name ${printable(truncate(path))} ${why}`)];
}

function manifestProblems(manifest: JsonObject): string[] {
  const { schema, language, repo } = manifest;
  const key = keyOfManifest(manifest);
  const isKnown = LANGUAGES.some((known) => known === language);
  return [
    ...(isMinorSchema(schema) ? [] : ['"schema" must be skills/v1.']),
    ...(isKnown ? [] : [`"language" must be one of ${LANGUAGES.join(', ')}.`]),
    ...(key && `${key}/${repo}`.split('/').every(isSafeSegment)
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
  const sent = Object.entries(files);
  const skill = {
    ...{ key, folder: '', manifest },
    files: sent.map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
    texts: new Map([...sent, [MANIFEST_FILE, manifestText]]),
  };
  return checkTexts(skill, { layout: 'registry', now, countTokens });
}

function listProblems({ manifest, files }: Submission): string[] {
  const paths = Object.keys(files);
  const clashes = paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)));
  const missing = listedFiles(manifest).filter(({ path }) => !Object.hasOwn(files, path));
  return [
    ...clashes.map((path) => `${path} cannot be a file and a folder.`),
    ...missing.map(({ path }) => `"files" lists ${path}, which was not sent.`),
  ];
}

function describe({ file, message, line }: Diagnostic): string {
  // A message that names a field of skill.json needs no file name.
  const isField = file === MANIFEST_FILE && message.includes('"');
  const isNamed = file === undefined || message.includes(file) || isField;
  return isNamed ? message : `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

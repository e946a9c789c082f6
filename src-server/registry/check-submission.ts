import { isJsonObject, type JsonObject, LANGUAGES, type SkillKey } from '../contract/api.ts';
import {
  type Diagnostic,
  diagnose,
  type RegistryRules,
  type Relaxed,
  relax,
} from '../contract/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { isWindowsDevice, printable } from '../contract/outside-text.ts';
import { checkOf, type SchemaError } from '../contract/schema.ts';
import { submissionSchema } from '../contract/schemas/files.ts';
import { keyOfManifest, TIER_RANGES } from '../contract/skill-format.ts';
import { checkTexts, reportCrowded } from '../validation/check-skill.ts';
import { type CheckContext, MANIFEST_FILE, truncate } from '../validation/finding.ts';
import { toPointer } from '../validation/json-position.ts';
import { listedFiles } from '../validation/knowledge-files.ts';
import { isMinorSchema, schemaProblems } from '../validation/rules/manifest.ts';
import { trustScore } from '../validation/rules/trust.ts';
import { isNestedTooDeeply, reportDeepExtension, withoutDeepExtensions } from './index-json.ts';

export interface Submission {
  readonly key: SkillKey;
  readonly manifest: JsonObject;
  readonly manifestText: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface SubmissionReview {
  /** Why it is rejected, a sentence each; empty if it is accepted. */
  readonly problems: readonly string[];
  /** All findings, warnings and notes included. Their files are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  readonly relaxed: readonly Relaxed[];
  readonly key?: SkillKey;
  /** What is to be stored; only without problems. */
  readonly submission?: Submission;
}

const isSubmission = checkOf(submissionSchema);
const TOO_LARGE = `skill.json has more than ${LIMITS.manifestBytes / 1024} KiB, and would not be served.`;

export function reviewSubmission(
  sent: unknown,
  { rules, ...context }: Omit<CheckContext, 'layout'> & { readonly rules: RegistryRules },
): SubmissionReview {
  const refused = { diagnostics: [], relaxed: [] };
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
  const manifestText = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const tier = manifest['tier'] === 'tier2' ? [] : ['"tier" must be tier2: tier1 is curated.'];
  const problems = [
    ...manifestProblems(manifest),
    // The schema has checked characters.
    ...Object.keys(files)
      .filter((path) => !path.split('/').every(isSafeSegment))
      .map((path) => `The file name ${path} is not possible on every system.`),
    ...(Buffer.byteLength(manifestText) > LIMITS.manifestBytes ? [TOO_LARGE] : []),
  ];
  const key = keyOfManifest(manifest);
  if (key === undefined || problems.length > 0)
    return { problems: [...tier, ...problems], diagnostics: notes, relaxed: [] };
  const texts = Object.entries(files);
  const facts = texts.map(([path, text]) => ({ path, size: Buffer.byteLength(text) }));
  const found = checkTexts(
    { key, folder: '', manifest, files: facts, texts: new Map([...texts, [MANIFEST_FILE, manifestText]]) },
    { layout: 'registry', ...context },
  );
  const crowded = reportCrowded({ key, folder: '' }, new Map(texts));
  const { diagnostics, relaxed } = relax([...found, ...crowded, ...notes], rules);
  // Warnings are the author's choice.
  const errors = diagnostics.filter(
    ({ code, severity }) => severity === 'error' || code === 'placeholder-left',
  );
  const paths = Object.keys(files);
  const all = [
    ...tier,
    ...paths
      .filter((path) => paths.some((other) => other.startsWith(`${path}/`)))
      .map((path) => `${path} cannot be a file and a folder.`),
    ...listedFiles(manifest)
      .filter(({ path }) => !Object.hasOwn(files, path))
      .map(({ path }) => `"files" lists ${path}, which was not sent.`),
    ...errors.map(describe),
  ];
  const submission = { key, manifest, manifestText, files };
  return { problems: all, diagnostics, relaxed, key, ...(all.length === 0 && { submission }) };
}

/**
 * Removes review, votes and `repo_skill`, which only others can award. The trust score becomes the sum of the
 * other sources, at least tier2's lowest. Scores outside of tier2 stay, for refusal by the rules.
 */
function removeSelfAwards(sent: JsonObject): {
  readonly manifest: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
} {
  const manifest = { ...sent };
  const diagnostics: Diagnostic[] = [];
  const note = (message: string, ...path: readonly string[]) =>
    diagnostics.push(diagnose('self-awarded', message, { file: MANIFEST_FILE, pointer: toPointer(...path) }));
  for (const field of ['verified', 'official', 'community_rating', 'votes']) {
    const isFlag = field === 'verified' || field === 'official';
    if (isFlag ? sent[field] !== true : sent[field] === undefined) continue;
    delete manifest[field];
    note(`"${field}" was taken out.`, field);
  }
  if (sent['repo_skill'] === true) {
    manifest['repo_skill'] = false;
    note('"repo_skill" was set to false.', 'repo_skill');
  }
  const { trust_score_sources: sources, trust_score: declared } = sent;
  for (const part of ['official_review', 'community_votes']) {
    if (!isJsonObject(sources) || !(Number(sources[part]) > 0)) continue;
    const { [part]: _, ...others } = manifest['trust_score_sources'] as JsonObject;
    manifest['trust_score_sources'] = others;
    note(`"trust_score_sources.${part}" was taken out.`, 'trust_score_sources', part);
  }
  const [lowest, highest] = TIER_RANGES['tier2'] ?? [0, 100];
  if (!Number.isInteger(declared) || Number(declared) < lowest || Number(declared) > highest)
    return { manifest, diagnostics };
  const score = Math.max(lowest, trustScore(manifest) ?? 0);
  manifest['trust_score'] = score;
  if (score !== declared) note(`"trust_score" was set from ${declared} to ${score}.`, 'trust_score');
  return { manifest, diagnostics };
}

function shapeProblems(body: unknown): string[] {
  const { errors } = isSubmission;
  const names = errors.flatMap(({ params }) => params['propertyName'] ?? []);
  const isName = ({ instancePath, keyword }: SchemaError) =>
    instancePath === '/files' && ['propertyNames', 'pattern', 'maxLength'].includes(keyword);
  const problems = schemaProblems(
    errors.filter((error) => !isName(error)),
    body,
  ).map(({ keyword, message }) =>
    keyword === 'additionalProperties' ? 'The body may have only "skill" and "files".' : message,
  );
  const why = "can't be taken: names are lowercase and end in .md, or lie under examples/.";
  const shown = (name: unknown) => printable(truncate(String(name)));
  return [...problems, ...[...new Set(names)].map((name) => `The file name ${shown(name)} ${why}`)];
}

function manifestProblems(manifest: JsonObject): string[] {
  const { schema, language, repo } = manifest;
  const key = keyOfManifest(manifest);
  const isSafe = key !== undefined && `${key}/${repo}`.split('/').every(isSafeSegment);
  return [
    ...(isMinorSchema(schema) ? [] : ['"schema" must be skills/v1.']),
    ...((LANGUAGES as readonly unknown[]).includes(language)
      ? []
      : [`"language" must be one of ${LANGUAGES.join(', ')}.`]),
    ...(isSafe
      ? []
      : ['"repo" must be author/name, or host/author/name, of letters, digits, ".", "_" and "-".']),
  ];
}

/** Whether each system can have a file or folder of this name. */
function isSafeSegment(segment: string): boolean {
  return (
    /^(?!.{101})[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/.test(segment) && !isWindowsDevice(segment)
  );
}

/** A message that names its file or a field of skill.json needs no place. */
function describe({ file, message, line }: Diagnostic): string {
  const isNamed = file === undefined || message.includes(file === MANIFEST_FILE ? '"' : file);
  return isNamed ? message : `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

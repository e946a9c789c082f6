import type { RegistryLayout, TokenCount } from '../contract/api.ts';
import type { DiagnosticCode } from '../contract/codes.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';

export interface FileFact {
  readonly path: string;
  readonly size: number;
}

/** A skill as the rules see it: they open no files. */
export interface CheckedSkill {
  readonly key: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly files: readonly FileFact[];
  /** The texts by path, with `skill.json`, without BOM. Rules skip missing texts. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface CheckContext {
  readonly layout: RegistryLayout;
  readonly now: Date;
  readonly countTokens: (text: string) => TokenCount;
}

export interface Finding
  extends Pick<Diagnostic, 'message' | 'field' | 'value' | 'expected' | 'line' | 'column' | 'fix'> {
  readonly code: DiagnosticCode;
  /** The file that the finding is about; `skill.json` by default. */
  readonly path?: string;
  /** JSON pointer into `skill.json`. */
  readonly pointer?: string;
}

export type Rule = (skill: CheckedSkill, context: CheckContext) => Iterable<Finding>;

export const MANIFEST_FILE = 'skill.json';

export function findingToDiagnostic(
  { key, folder }: Pick<CheckedSkill, 'key' | 'folder'>,
  { code, message, path = MANIFEST_FILE, ...place }: Finding,
): Diagnostic {
  return diagnose(code, message, {
    skillKey: key,
    file: folder === '' ? path : `${folder}/${path}`,
    ...place,
  });
}

/** Untrusted text in messages, cut with `…`. */
export function truncate(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

export function shortJson(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'absent', 60);
}

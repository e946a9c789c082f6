import { encodePath } from '../../contract/words/encode-path.ts';

/** `skill://cpp/gabime/spdlog/examples/basic.cpp`, each segment percent-encoded. */
export const SKILL_URI_TEMPLATE = 'skill://{language}/{author}/{name}/{+file}';

export interface SkillUri {
  readonly key: string;
  /** Absent for the whole skill. */
  readonly file?: string | undefined;
}

export function formatSkillUri({ key, file }: SkillUri): string {
  return `skill://${encodePath(file === undefined ? key : `${key}/${file}`)}`;
}

/** The skill need not exist. */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const match = /^skill:\/\/([^/]+\/[^/]+\/[^/]+)(?:\/(.+))?$/s.exec(uri);
  const [, key, file] = match ?? [];
  if (key === undefined) return undefined;
  try {
    return { key: decodeURIComponent(key), ...(file !== undefined && { file: decodeURIComponent(file) }) };
  } catch {
    return undefined;
  }
}

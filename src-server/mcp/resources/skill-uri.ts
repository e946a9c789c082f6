import { encodePath } from '../../contract/words/encode-path.ts';

/** A knowledge file's address: `skill://cpp/gabime/spdlog/examples/basic.cpp`, each segment percent-encoded. */
export const SKILL_URI_TEMPLATE = 'skill://{language}/{author}/{name}/{+file}';

/** A skill, or a file of it, as an address names it. */
export interface SkillUri {
  readonly key: string;
  /** Path in the skill's folder; absent for the skill as get_skill answers it. */
  readonly file?: string | undefined;
}

/** `skill://<language>/<author>/<name>/<file>`, each segment encoded. */
export function formatSkillUri({ key, file }: SkillUri): string {
  return `skill://${encodePath(file === undefined ? key : `${key}/${file}`)}`;
}

/** The parts of an address, or undefined where it is none of ours. What it names need not exist. */
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

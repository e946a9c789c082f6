import { encodePath } from '../../contract/words/encode-path.ts';

/** A knowledge file's address: `skill://cpp/gabime/spdlog/examples/basic.cpp`, each segment percent-encoded. */
export const SKILL_URI_TEMPLATE = 'skill://{language}/{author}/{name}/{+file}';

/** A file of a skill, as its address names it. */
export interface SkillUri {
  readonly key: string;
  /** Path in the skill's folder. */
  readonly file: string;
}

/** `skill://<language>/<author>/<name>/<file>`, each segment encoded. */
export function formatSkillUri({ key, file }: SkillUri): string {
  return `skill://${encodePath(`${key}/${file}`)}`;
}

/** The parts of an address, or undefined where it is none of ours. What it names need not exist. */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const match = /^skill:\/\/([^/]+\/[^/]+\/[^/]+)\/(.+)$/s.exec(uri);
  const [, key, file] = match ?? [];
  if (key === undefined || file === undefined) return undefined;
  try {
    return { key: decodeURIComponent(key), file: decodeURIComponent(file) };
  } catch {
    return undefined;
  }
}

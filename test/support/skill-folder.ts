import type { SkillFolder } from '../../src-server/registry/model/skill.ts';
import { manifest } from './temporary-registry.ts';

/** A skill's folder as the disk would tell it, with nothing in it but a right skill.json; `changes` replace fields. */
export function skillFolder(key: string, changes: Partial<SkillFolder> = {}): SkillFolder {
  return {
    folder: `skills/${key}`,
    directory: `/registry/skills/${key}`,
    manifest: manifest(key),
    files: new Map(),
    contents: [],
    otherFiles: [],
    overviewSummary: '',
    diagnostics: [],
    placeholders: [],
    fingerprint: '',
    isManifestBroken: false,
    manifestBytes: 10,
    manifestMtimeMs: 1,
    ...changes,
  };
}

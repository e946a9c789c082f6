import { createHash } from 'node:crypto';
import { joinRelative } from '../registry/model/relative-path.ts';

/** A checked submission. */
export interface ProposedSkill {
  readonly key: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly manifestText: string;
  /** By path, valid on every system. */
  readonly files: Readonly<Record<string, string>>;
}

interface CommitContext {
  /** Commit of the default branch. */
  readonly parent: string;
  /** Folder of skills in the repository; '' for the root. */
  readonly skillsFolder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: Date;
}

const DIGEST_DIGITS = 12;

/** The same skill has the same branch, so that a repeated submission changes nothing. */
export function branchOf({ key, manifestText, files }: ProposedSkill): string {
  const texts = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([key, manifestText, texts]))
    .digest('hex');
  const name = key.toLowerCase().replace(/[^a-z0-9_]+/g, '-');
  return `submit/${name}-${digest.slice(0, DIGEST_DIGITS)}`;
}

/** Input of `git fast-import` that adds the skill's folder. index.json stays: proposals would conflict there. */
export function skillCommit(skill: ProposedSkill, { parent, skillsFolder, env, now }: CommitContext): string {
  const folder = joinRelative(skillsFolder, skill.key);
  const texts = [...Object.entries(skill.files), ['skill.json', skill.manifestText] as const];
  return [
    `commit refs/heads/${branchOf(skill)}\n`,
    `committer ${committer(env)} ${Math.floor(now.getTime() / 1_000)} +0000\n`,
    data(message(skill)),
    `from ${parent}\n`,
    ...texts.map(([path, text]) => `M 100644 inline ${folder}/${path}\n${data(text)}`),
    'done\n',
  ].join('');
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Texts of the author only in a form that can't forge lines or trailers. */
function message({ key, manifest, files }: ProposedSkill): string {
  const lines = [
    ...[['Library version', 'version'] as const, ['Skill version', 'skill_version'] as const].flatMap(
      ([label, field]) => {
        const value = manifest[field];
        return typeof value === 'string' && /^[\w.+~-]{1,60}$/.test(value) ? [`${label}: ${value}`] : [];
      },
    ),
    `Files: ${Object.keys(files).length + 1}`,
  ];
  return `Add ${key}\n\nSubmitted to Skills Registry, and checked by its rules.\n\n${lines.join('\n')}\n`;
}

/** Git's own variables, for hosts that check the address. */
function committer({ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }: NodeJS.ProcessEnv): string {
  const plain = (text = '') => text.replace(/[<>\p{Cc}]/gu, '').trim();
  return `${plain(name) || 'Skills Registry'} <${plain(email) || 'skills-registry@localhost'}>`;
}

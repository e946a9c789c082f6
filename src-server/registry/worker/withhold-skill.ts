import { LIMITS } from '../../contract/limits.ts';
import { whyWithheld } from '../../platform/markdown.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { agentInstructions } from '../../validation/rules/agent-instructions.ts';
import type { SkillFolder } from '../model/skill-folder.ts';

/** Why agents don't get a skill: its code is in another language than the library, or a text speaks to agents. */
export function whyAgentsDont(
  key: string,
  {
    folder,
    manifestText,
    files,
    contents,
  }: Pick<SkillFolder, 'folder' | 'manifestText' | 'files' | 'contents'>,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const cut = new Map(Array.from(texts, ([path, text]) => [path, text.slice(0, LIMITS.analyzedBytes)]));
  const foreign = whyWithheld(key, Object.fromEntries(contents.map((path) => [path, cut.get(path) ?? ''])));
  if (foreign !== undefined) return foreign;
  const skill = {
    key,
    folder,
    manifest: {},
    files: [...files.values()],
    texts: cut.set(MANIFEST_FILE, manifestText),
  };
  for (const { message } of agentInstructions(skill, NO_CONTEXT)) return message.replace(/\.$/, '');
  return undefined;
}

/** Context of the rule about agents, which uses nothing of it. */
const NO_CONTEXT = {
  layout: 'registry',
  now: new Date(0),
  countTokens: () => ({ tokens: 0, isEstimate: true }),
} as const;

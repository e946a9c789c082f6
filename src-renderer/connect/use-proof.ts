import { useSkill } from '../skill/use-skill.ts';
import { useRegistry } from '../world/use-world.tsx';
import { firstStatement, type Statement } from './first-statement.ts';
import { type ProofPrompt, proofPrompt, proofSkill } from './proof-prompt.ts';

/** The question, and by what a right answer is known. */
export interface Proof {
  /** Key of the skill that is asked about. */
  readonly key: string;
  readonly prompt: ProofPrompt;
  /** What the file that is asked for says first; undefined where it says nothing. */
  readonly statement: Statement | undefined;
}

/** The prompt that proves a connection, about a skill that is served now; undefined until one is known. */
export function useProof(): Proof | undefined {
  const key = useRegistry(({ skills }) => proofSkill(skills)?.key);
  const texts = useSkill(key)?.value?._contents;
  if (key === undefined || texts === undefined) return undefined;
  const prompt = proofPrompt(key, Object.keys(texts));
  return prompt && { key, prompt, statement: firstStatement(texts[prompt.file] ?? '') };
}

import { useSkill } from '../skill/use-skill.ts';
import { useRegistry } from '../stores/use-stores.tsx';
import { firstStatement, type Statement } from './first-statement.ts';
import { type ProofPrompt, proofPrompt, proofSkill } from './proof-prompt.ts';

export interface Proof {
  readonly key: string;
  readonly prompt: ProofPrompt;
  readonly statement: Statement | undefined;
}

/** Usual prompt, to reserve room while loading. */
export function usePromptToCome(): ProofPrompt | undefined {
  const key = useRegistry(({ skills }) => proofSkill(skills)?.key);
  const state = useSkill(key)?.state;
  return key === undefined || state !== 'loading' ? undefined : proofPrompt(key, ['safety.md']);
}

/** Undefined until loaded. */
export function useProof(): Proof | undefined {
  const key = useRegistry(({ skills }) => proofSkill(skills)?.key);
  const texts = useSkill(key)?.value?._contents;
  if (key === undefined || texts === undefined) return undefined;
  const prompt = proofPrompt(key, Object.keys(texts));
  return prompt && { key, prompt, statement: firstStatement(texts[prompt.file] ?? '') };
}

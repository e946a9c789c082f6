import { useState } from 'react';
import { findLongForms } from '../../../src-server/contract/api/choose-files.ts';
import { useCopy } from '../../components/copy.tsx';
import { useToast } from '../../components/toast.tsx';
import { agentText } from '../../skill/agent-text.ts';
import { fitBudget } from '../../skill/budget.ts';
import { readFirst, sumTokens } from '../../skill/read-first.ts';
import { type SkillFile, toSkillModel } from '../../skill/skill-model.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';

/** In tokens. Required reading may exceed the limit. */
const BUDGET = 8000;

export function useAnswerCopy(
  key: string,
  file: string | undefined,
): { readonly isCopying: boolean; copy(): void } {
  const { api } = useStores();
  const copyText = useCopy();
  const toast = useToast();
  const [isCopying, setCopying] = useState(false);
  const run = async () => {
    setCopying(true);
    const answer = await api.skill(key);
    setCopying(false);
    if (!answer.ok) return toast(`Nothing was copied: ${answer.failure.message}`, 'refused');
    const model = toSkillModel(answer.value);
    const files = filesForAgent(model.files, file, BUDGET);
    if (files.length === 0) return toast('Nothing was copied: the skill has no text.', 'refused');
    const said = `Copied ${plural(files.length, 'file')} of ${model.name}, ${plural(sumTokens(files), 'token')}`;
    return copyText(agentText({ ...model, key }, files, model.files.length), said);
  };
  return {
    isCopying,
    copy: () => {
      if (!isCopying) void run();
    },
  };
}

/**
 * Required reading and the answering file despite the budget, then further files within. Omits short forms of
 * required files. In reading order.
 */
export function filesForAgent(
  files: readonly SkillFile[],
  answering: string | undefined,
  budget: number,
): readonly SkillFile[] {
  const needed = new Set([...readFirst(files).files, ...files.filter(({ path }) => path === answering)]);
  const paths = new Set([...needed].map(({ path }) => path));
  const longForms = findLongForms(files);
  const rest = files.filter(({ path }) => !paths.has(path) && !paths.has(longForms.get(path) ?? ''));
  const fitting = new Set(fitBudget(rest, budget - sumTokens([...needed])).files);
  return files.filter((file) => needed.has(file) || fitting.has(file));
}

import { useMemo, useState } from 'react';
import { useCopy } from '../../components/copy.tsx';
import { agentText } from '../../skill/agent-text.ts';
import { type Fit, fitBudget } from '../../skill/budget.ts';
import { readFirst } from '../../skill/read-first.ts';
import type { SkillModel } from '../../skill/skill-model.ts';
import { plural } from '../../text/format.ts';
import { rememberBudget, rememberedBudget } from './remembered-budget.ts';

export interface AgentCopy {
  readonly fit: Fit;
  /** In tokens, 0 to `total`. */
  readonly budget: number;
  /** Tokens of all files, without short forms. */
  readonly total: number;
  /** Required reading, regardless of tokens. */
  readonly isFirst: boolean;
  /** Also for later skills. `undefined`: required reading. */
  setBudget(budget: number | undefined): void;
  copy(): void;
}

export function useAgentCopy(skillKey: string, model: SkillModel): AgentCopy {
  const { files } = model;
  const total = useMemo(() => fitBudget(files, Number.POSITIVE_INFINITY).used, [files]);
  const [wanted, setWanted] = useState(rememberedBudget);
  const fit = useMemo(() => chooseFiles(files, wanted), [files, wanted]);
  const copyText = useCopy();
  return {
    fit,
    budget: wanted === undefined ? fit.used : Math.min(wanted, total),
    total,
    isFirst: wanted === undefined,
    setBudget(next) {
      const whole = next === undefined ? undefined : Math.max(0, Math.round(next));
      setWanted(whole);
      rememberBudget(whole);
    },
    copy() {
      if (fit.files.length === 0) return;
      void copyText(
        agentText({ ...model, key: skillKey }, fit.files, files.length),
        `Copied ${plural(fit.files.length, 'file')}, ${plural(fit.used, 'token')}`,
      );
    },
  };
}

function chooseFiles(files: SkillModel['files'], budget: number | undefined): Fit {
  if (budget !== undefined) return fitBudget(files, budget);
  const first = readFirst(files);
  return { files: first.files, used: first.tokens, next: files.find((file) => !first.files.includes(file)) };
}

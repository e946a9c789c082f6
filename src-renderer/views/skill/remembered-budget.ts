import { readStored, store } from '../../stored.ts';

const NAME = 'skills-registry.budget';

/** The budget that was chosen last, in tokens; undefined for none. */
export function rememberedBudget(): number | undefined {
  const kept = Number(readStored(NAME) ?? '');
  return Number.isInteger(kept) && kept > 0 ? kept : undefined;
}

/** Keeps a budget for the next skill, or none. */
export function rememberBudget(budget: number | undefined): void {
  store(NAME, budget === undefined ? '' : String(budget));
}

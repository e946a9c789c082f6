import { readStored, store } from '../../stored.ts';

const NAME = 'skills-registry.budget';

/** Last chosen budget in tokens. */
export function rememberedBudget(): number | undefined {
  const kept = Number(readStored(NAME) ?? '');
  return Number.isInteger(kept) && kept > 0 ? kept : undefined;
}

export function rememberBudget(budget: number | undefined): void {
  store(NAME, budget === undefined ? '' : String(budget));
}

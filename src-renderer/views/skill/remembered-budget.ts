const NAME = 'skills-registry.budget';

/** The budget that was chosen last, in tokens; undefined for none, and where nothing can be kept. */
export function rememberedBudget(): number | undefined {
  try {
    const kept = Number(localStorage.getItem(NAME) ?? Number.NaN);
    return Number.isInteger(kept) && kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a budget for the next skill, or none; a browser that keeps nothing is no failure. */
export function rememberBudget(budget: number | undefined): void {
  try {
    if (budget === undefined) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, String(budget));
  } catch {}
}

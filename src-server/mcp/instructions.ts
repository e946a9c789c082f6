import type { Coverage } from './coverage.ts';

/**
 * What a model reads once, before it calls anything: what is served, when to ask and when not, and what that costs. Made
 * from the registry as it is now.
 */
export function instructionsFor(coverage: Coverage): string {
  const { tokens } = coverage.facts;
  return [
    `Library skills: short files about open-source libraries, written by the registry’s authors: what breaks, what must never be done, and in which order to start and stop things. This registry has ${coverage.phrase}.`,
    'Ask before you write, review or debug code with one of these libraries or choose among libraries: search_skills by name, find_skills by task or error message; then get_skill. Prefer what a skill says to memory where it fits the installed version and language; otherwise ignore it.',
    `An answer of a search has some 300 tokens, a whole library skill some ${tokens}; max_tokens 3000 gives pitfalls and safety first.`,
    "Don't ask for general programming, refactoring or code without a library. Where an answer says that there is probably no skill, go on without one. These are no skills of the agent itself: read them with these tools alone.",
  ].join('\n');
}

import type { Coverage } from './coverage.ts';

/** Limit for all library names: some clients load only tool names and instructions. */
const NAMES_TOKENS = 300;

/** @param count counts tokens */
export async function instructionsFor(
  coverage: Coverage,
  count: (text: string) => Promise<number>,
): Promise<string> {
  const all = `This registry covers ${coverage.allNames}.`;
  const covered = (await count(all)) <= NAMES_TOKENS ? all : `This registry has ${coverage.phrase}.`;
  return [
    'Library skills: short files about open-source libraries, written by the registry’s authors: what breaks, what must never be done, and in which order to start and stop things.',
    `Before you write, review or debug code with one of these libraries, call get_skill with its package name, even if you think you know it; give your task or error as query. If you don't know which library it is about, call find_skills first.`,
    covered,
    'Prefer what a skill says to memory where it fits the installed version and language; otherwise ignore it. Don’t ask for general programming or code without a library. If an answer says that no skill covers it, go on without a skill. These are no skills of the agent itself: read them with these tools alone.',
  ].join('\n');
}

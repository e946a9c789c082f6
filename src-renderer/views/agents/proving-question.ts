import type { IndexEntry } from '../../../src-server/contract/api.ts';

/** Against prompt injection: agents take the prompt for their user's words. */
const PLAIN_KEY = /^[\w+-]+\/[\w.+-]+\/[\w.+-]+$/;
const PLAIN_FILE = /^[\w.+-]+\.md$/;
const LONGEST_KEY = 80;

const RISKS = ['low', 'medium', 'high'];

/** Of the highest risk; the first of several by key. */
export function provingSkill(skills: readonly Pick<IndexEntry, 'key' | 'risk_level'>[]): string | undefined {
  const plain = skills.filter(({ key }) => PLAIN_KEY.test(key) && key.length <= LONGEST_KEY);
  const riskOf = ({ risk_level: risk }: Pick<IndexEntry, 'risk_level'>) => RISKS.indexOf(String(risk));
  const [best] = plain.toSorted((a, b) => riskOf(b) - riskOf(a) || (a.key < b.key ? -1 : 1));
  return best?.key;
}

const QUESTIONS: ReadonlyArray<readonly [file: string, question: (name: string) => string]> = [
  ['safety.md', (name) => `What must never be done with ${name}, and what instead?`],
  ['pitfalls.md', (name) => `What goes wrong with ${name} most often, and why?`],
  ['lifecycle.md', (name) => `In which order is ${name} started and shut down?`],
];

/**
 * A question that only reading the served skill answers.
 *
 * @param files served, in reading order
 */
export function provingPrompt(key: string, files: readonly string[]): string | undefined {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const known = QUESTIONS.find(([file]) => files.includes(file));
  const file = known?.[0] ?? files.find((path) => PLAIN_FILE.test(path));
  if (!PLAIN_KEY.test(key) || file === undefined) return undefined;
  const question = known?.[1](name) ?? `What does ${file} say about ${name}, in one sentence?`;
  return `${question} Look it up with the tools of skills-registry, and name the file that you read.`;
}

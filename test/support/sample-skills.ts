/** What the bundled registry holds, counted from its folder: a skill more is no reason to change a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SKILLS = fileURLToPath(new URL('../../assets/sample-registry/skills', import.meta.url));

/** The keys of the sample's skills, in byte order. */
export const SAMPLE_KEYS: readonly string[] = readdirSync(SKILLS, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/').split('/'))
  .filter((parts) => parts.length === 4 && parts[3] === 'skill.json')
  .map((parts) => parts.slice(0, 3).join('/'))
  .sort();

/** How many skills of the sample have a risk. */
export function countOfRisk(risk: 'high' | 'medium' | 'low'): number {
  const texts = SAMPLE_KEYS.map((key) => readFileSync(`${SKILLS}/${key}/skill.json`, 'utf8'));
  return texts.filter((text) => text.includes(`"risk_level": "${risk}"`)).length;
}

/** How many skills the sample has, as in `10 skills`. */
export const SAMPLE_COUNT = `${SAMPLE_KEYS.length} skills`;

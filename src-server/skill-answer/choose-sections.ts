import { weighPieces } from '../search/sections/weigh-pieces.ts';
import { reducedMessage } from '../search/speakers/reduce-message.ts';
import { STOP_WORDS } from '../search/words/stop-words.ts';
import { runsOf } from '../search/words/text-scanner.ts';
import { isExample, type SkillSection } from './skill-sections.ts';

/** A close second is a danger more often than an explanation. */
const DANGER_FACTOR = 1.25;
const EXAMPLE_FACTOR = 0.5;
/** The query has each word of the title. */
const WHOLE_TITLE_FACTOR = 4;
/** Of the best section's weight. */
const RIVAL_SHARE = 0.5;
/** Characters of a skill; the rest is not weighed. */
const MOST_WEIGHED = 256 * 1024;

/** Sections that answer a query, best first; an example is never first. Empty where no section has its words. */
export function chooseSections(
  sections: readonly SkillSection[],
  query: string,
  most: number,
): readonly SkillSection[] {
  const weights = weighPieces(reducedMessage(query), weighedTexts(sections));
  const asked = new Set(wordsIn(query));
  const weighed = sections
    .map((section, at) => {
      const inTitle = titleShare(section, asked);
      return {
        section,
        weight: (weights[at] ?? 0) * factorOf(section) * (inTitle === 1 ? WHOLE_TITLE_FACTOR : 1 + inTitle),
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const first = weighed.find(({ section }) => !isExample(section.path)) ?? weighed[0];
  if (first === undefined) return [];
  const rivals = weighed.filter((one) => one !== first && one.weight >= first.weight * RIVAL_SHARE);
  return [first, ...rivals].slice(0, most).map(({ section }) => section);
}

function factorOf({ isDanger, path }: SkillSection): number {
  if (isDanger) return DANGER_FACTOR;
  return isExample(path) ? EXAMPLE_FACTOR : 1;
}

/** Share of the title's words that the query has: 1 for the title itself. */
function titleShare({ title = '' }: SkillSection, asked: ReadonlySet<string>): number {
  const words = wordsIn(title);
  return words.length === 0 ? 0 : words.filter((word) => asked.has(word)).length / words.length;
}

function wordsIn(text: string): readonly string[] {
  return runsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => !STOP_WORDS.has(word));
}

function weighedTexts(sections: readonly SkillSection[]): readonly string[] {
  let left = MOST_WEIGHED;
  return sections.map(({ title = '', text }) => {
    left -= text.length;
    return left < 0 ? '' : `${title}\n${text}`;
  });
}

import { describe, expect, it } from 'vitest';
import { countSteps } from './count-steps.ts';
import { expectLinear } from './worst-texts.ts';

const tildes = { name: 'tildes', ofSize: (times: number) => `${'~'.repeat(times)}\`` };

describe('countSteps', () => {
  it('sees a regular expression that tries every length of a run again', () => {
    expect(() => expectLinear((text) => /^\s*(`{3,}|~{3,})([^`]*)$/.test(text), tildes, 500)).toThrow(
      'steps for tildes',
    );
  });

  it('sees a regular expression that begins again at every place', () => {
    const brackets = { name: 'brackets', ofSize: (times: number) => '['.repeat(times) };
    expect(() => expectLinear((text) => text.replace(/\[[^\]]*\]/g, ''), brackets, 500)).toThrow('steps for');
  });

  it('sees a search that begins again at every place', () => {
    const search = (text: string) => {
      for (let offset = 0; offset < text.length; offset += 1) text.indexOf('x', offset);
    };
    expect(() => expectLinear(search, tildes, 500)).toThrow('steps for tildes');
  });

  it('sees a list that is gone through for each of its items', () => {
    const search = (text: string) => {
      const items = [...text];
      for (const item of items) items.every((other) => other === item);
    };
    expect(() => expectLinear(search, tildes, 500)).toThrow('steps for tildes');
  });

  it('takes one walk through a text for what it is', () => {
    expectLinear((text) => text.trim().split('~').join('').replace(/[^`]+/g, ' '), tildes, 500);
  });

  it('counts the same every time, and nothing once it is over', () => {
    const work = () => void 'some text'.replace(/t+/g, (found) => found.toUpperCase());
    expect(countSteps(work)).toBe(countSteps(work));
    expect(countSteps(() => {})).toBe(0);
  });
});

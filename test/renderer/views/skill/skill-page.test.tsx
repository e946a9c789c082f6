// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toSkillModel } from '../../../../src-renderer/skill/skill-model.ts';
import { SkillPage, type SkillRoute } from '../../../../src-renderer/views/skill/skill-page.tsx';
// Drawn later in the window; here it is there from the start, however busy the machine is.
import '../../../../src-renderer/views/skill/markdown/markdown.tsx';
import type { FullSkill } from '../../../../src-server/contract/api/api.ts';
import { parsedTexts } from '../../../support/worker-here.ts';

// What else the service knows of a skill is not what is looked at here.
vi.mock('../../../../src-renderer/views/skill/skill-facts.tsx', () => ({ SkillFacts: () => null }));

// Nothing here is ever laid out.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });

/** Another text in each test, since what was parsed is kept. */
let pitfalls = '';
let tests = 0;
const ROUTE: SkillRoute = { view: 'skill', key: 'rust/a/b', file: 'pitfalls.md' };

function model(changes: Partial<FullSkill> = {}) {
  return toSkillModel({
    name: 'b',
    language: 'rust',
    files: { P0: ['pitfalls.md', 'overview.md'], P3: ['examples/x.rs'] },
    read_order: ['pitfalls.md', 'overview.md'],
    _contents: { 'pitfalls.md': pitfalls, 'overview.md': '# Overview\n', 'examples/x.rs': 'fn main() {}\n' },
    _tokens: { 'pitfalls.md': 30, 'overview.md': 20, 'examples/x.rs': 10 },
    _computed: { completeness: 0, trust_score: null },
    ...changes,
  });
}

async function show(route = ROUTE, skill = model()) {
  const view = render(<SkillPage route={route} model={skill} removed={false} reads={new Map()} />);
  await screen.findByRole('heading', { name: 'Pitfalls' });
  return {
    ...view,
    update: (next = skill, nextRoute = route) =>
      act(async () =>
        view.rerender(<SkillPage route={nextRoute} model={next} removed={false} reads={new Map()} />),
      ),
  };
}

const reader = () => screen.getByRole('region', { name: 'The open file' });

beforeEach(() => {
  tests += 1;
  pitfalls = `# Pitfalls\n\n## One\n\n[Two](#two)\n\n\`\`\`js\nconst x = 1;\n\`\`\`\n\n## Two\n\ntext ${tests}\n`;
  parsedTexts.length = 0;
  localStorage.clear();
  Object.assign(window, { innerWidth: 1280, innerHeight: 800 });
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(cleanup);

describe('the file that an address names', () => {
  it('is opened without its .md, too, as the service answers it', async () => {
    const { update } = await show();
    await update(model(), { ...ROUTE, file: 'overview' });
    await screen.findByRole('heading', { name: 'Overview' });
  });

  it('is said to be missing where the skill lacks it, and no other is shown', async () => {
    const { update } = await show();
    await update(model(), { ...ROUTE, file: 'no-such-file' });
    await screen.findByRole('heading', { name: 'This skill has no file no-such-file.' });
    expect(screen.queryByRole('article')).toBeNull();
  });
});

describe('a text', () => {
  it('is parsed once, however often the skill is asked for again', async () => {
    const { update } = await show();
    for (let poll = 0; poll < 3; poll += 1) await update(model());
    expect(parsedTexts).toEqual([pitfalls]);
  });

  it('is not parsed again with a step of the budget’s slider', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Choose what is copied, and facts' }));
    const slider = screen.getByRole('slider', { name: 'Budget in tokens' });
    for (const value of ['10', '30', '60']) fireEvent.change(slider, { target: { value } });
    expect(screen.getByRole('spinbutton', { name: 'Budget' })).toHaveProperty('value', '60');
    expect(parsedTexts).toEqual([pitfalls]);
  });

  it('is not parsed again while one scrolls from heading to heading', async () => {
    await show();
    const [first, second] = screen.getAllByRole('heading', { level: 3 });
    const tops = (one: number, two: number) => {
      vi.spyOn(first as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, one, 0, 0));
      vi.spyOn(second as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, two, 0, 0));
    };
    const current = () => document.querySelector('[aria-current=location]')?.textContent;
    for (const [one, two, expected] of [
      [0, 500, '1One'],
      [-500, 0, '2Two'],
      [0, 500, '1One'],
    ] as const) {
      tops(one, two);
      fireEvent.scroll(reader());
      await waitFor(() => expect(current()).toBe(expected));
    }
    expect(parsedTexts).toEqual([pitfalls]);
  });

  it('is not parsed again when another file of the skill changes, and keeps its very elements', async () => {
    const { update } = await show();
    const heading = screen.getByRole('heading', { name: 'Pitfalls' });
    const link = screen.getByRole('link', { name: 'Two' });
    link.focus();
    await update(
      model({ _contents: { 'pitfalls.md': pitfalls, 'overview.md': 'new', 'examples/y.rs': 'y' } }),
    );
    expect(parsedTexts).toEqual([pitfalls]);
    expect(heading.isConnected).toBe(true);
    expect(document.activeElement).toBe(link);
  });

  it('is not parsed again on the way back from another file', async () => {
    const { update } = await show();
    await update(model(), { ...ROUTE, file: 'overview.md' });
    await screen.findByRole('heading', { name: 'Overview' });
    await update(model(), ROUTE);
    await screen.findByRole('heading', { name: 'Pitfalls' });
    expect(parsedTexts.filter((text) => text === pitfalls)).toHaveLength(1);
  });

  it('is parsed when it is another one', async () => {
    const { update } = await show();
    const text = '# Pitfalls\n\n## New\n\n## Two\n';
    await update(model({ _contents: { 'pitfalls.md': text } }));
    expect(parsedTexts).toEqual([pitfalls, text]);
  });
});

describe('the headings in the path', () => {
  const headings = () =>
    [...screen.getByRole('list', { name: 'Headings of this file' }).querySelectorAll('a')].map(
      ({ textContent }) => textContent,
    );

  it('are those of the text that is shown, also where it changed and is as long as before', async () => {
    const { update } = await show();
    await waitFor(() => expect(headings()).toEqual(['1One', '2Two']));
    await update(model({ _contents: { 'pitfalls.md': pitfalls.replace('## One', '## New') } }));
    await waitFor(() => expect(headings()).toEqual(['1New', '2Two']));
  });

  it('stay the same elements, with the focus, when anything else changes', async () => {
    const { update } = await show();
    const link = (await screen.findByRole('list', { name: 'Headings of this file' })).querySelector('a');
    link?.focus();
    await update(model({ trust_score: 90, _tokens: { 'pitfalls.md': 31 } }));
    expect(document.activeElement).toBe(link);
  });

  it('lead there each time, also twice in a row', async () => {
    await show({ ...ROUTE, at: 'two' });
    history.replaceState(null, '', '#/skill/rust/a/b?file=pitfalls.md&at=two');
    const arrived = vi.mocked(Element.prototype.scrollIntoView);
    const heading = screen.getByRole('heading', { name: 'Two' });
    const times = () => arrived.mock.contexts.filter((element) => element === heading).length;
    await waitFor(() => expect(times()).toBe(1));
    fireEvent.click(screen.getByRole('link', { name: '2Two' }));
    await waitFor(() => expect(times()).toBe(2));
  });
});

describe('copying for an agent', () => {
  it('is what to read first, and the number says how much that is', async () => {
    await show();
    expect(screen.getByRole('button', { name: /^Copy for an agent\s50\s?tokens$/ })).toBeDefined();
  });

  it('goes by the budget that was chosen last', async () => {
    localStorage.setItem('skills-registry.budget', '30');
    await show();
    expect(screen.getByRole('button', { name: /^Copy for an agent\s30\s?tokens$/ })).toBeDefined();
  });

  it('works where the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Choose what is copied, and facts' }));
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Budget' }), { target: { value: '30' } });
    expect(screen.getByRole('button', { name: /^Copy for an agent\s30\s?tokens$/ })).toBeDefined();
    vi.restoreAllMocks();
  });
});

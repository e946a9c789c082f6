// @vitest-environment jsdom
import { configure, fireEvent, screen, waitFor } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REGISTRY } from '../../../src-renderer/data/cache.ts';
import { QueryFailure } from '../../../src-renderer/data/page-queries.ts';
import { Reader, type ReaderProps } from '../../../src-renderer/views/reader/reader.tsx';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { parsedTexts } from '../../support/worker-here.ts';
import { cleanup, drawView } from '../draw-view.tsx';

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });

/** Another text in each test, since parsed pages are kept. */
let pitfalls = '';
let tests = 0;
const KEY = 'rust/a/b';

function skillOf(changes: Readonly<Record<string, unknown>> = {}): FullSkill {
  return {
    name: 'b',
    language: 'rust',
    version: '1.2.3',
    risk_level: 'high',
    files: { P0: ['pitfalls.md', 'overview.md'], P1: [], P2: [], P3: ['examples/x.rs'] },
    read_order: ['pitfalls.md', 'overview.md'],
    _contents: { 'pitfalls.md': pitfalls, 'overview.md': '# Overview\n', 'examples/x.rs': 'fn main() {}\n' },
    _tokens: { 'pitfalls.md': 30, 'overview.md': 20, 'examples/x.rs': 10 },
    _computed: { completeness: 0, trust_score: null },
    ...changes,
  };
}

interface Answers {
  skill?: FullSkill | QueryFailure;
  diagnostics?: readonly Diagnostic[];
}

function draw(props: Partial<ReaderProps> = {}, answers: Answers = {}) {
  const view = (changes: Partial<ReaderProps> = {}) => <Reader skillKey={KEY} {...props} {...changes} />;
  const drawn = drawView(view(), {
    skill: async () => {
      const { skill = skillOf() } = answers;
      if (skill instanceof QueryFailure) throw skill;
      return skill;
    },
    diagnostics: async () => ({ diagnostics: [...(answers.diagnostics ?? [])] }),
  });
  return {
    open: (changes: Partial<ReaderProps>) => act(async () => drawn.redraw(view(changes))),
    /** Changes the skill, as an edit of the registry does. */
    change: (next: FullSkill | QueryFailure) =>
      act(async () => {
        answers.skill = next;
        await drawn.cache.invalidateQueries({ queryKey: REGISTRY });
      }),
  };
}

const heading = (name: string) => screen.findByRole('heading', { name });
const notice = async (title: RegExp) => (await screen.findByText(title)).closest('[data-kind]');

beforeEach(() => {
  tests += 1;
  pitfalls = `# Pitfalls\n\n## One\n\n[Two](#two)\n\n\`\`\`js\nconst x = 1;\n\`\`\`\n\n## Two\n\ntext ${tests}\n`;
  parsedTexts.length = 0;
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

describe('what an address names', () => {
  it('is a file, with or without its .md', async () => {
    const { open } = draw({ file: 'overview.md' });
    await heading('Overview');
    await open({ file: 'pitfalls' });
    await heading('Pitfalls');
  });

  it('may be a file that the skill lacks: that is said, and no other is shown', async () => {
    draw({ file: 'no-such-file' });
    await heading('This skill has no file no-such-file.');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open pitfalls.md' })).toBeDefined();
  });

  it('may be a skill that does not exist: the next step is to ask for its name', async () => {
    draw({}, { skill: new QueryFailure('refused', 'No such skill.', 404) });
    await heading('There is no skill rust/a/b.');
    expect(screen.getByRole('link', { name: 'Ask for “b”' }).getAttribute('href')).toBe('#/?q=b');
  });

  it('may be a skill without a text', async () => {
    draw({}, { skill: skillOf({ _contents: {} }) });
    await heading('This skill has no text to read.');
    expect(screen.getByText('None of the files that skill.json lists is there.')).toBeDefined();
  });
});

describe('a skill that changes while it is read', () => {
  it('shows the new text, and keeps the old one until it is drawn', async () => {
    const { change } = draw();
    await heading('Pitfalls');
    await change(skillOf({ _contents: { 'pitfalls.md': '# Pitfalls\n\n## New\n\n## Two\n' } }));
    expect(screen.getByRole('heading', { name: 'Pitfalls' })).toBeDefined();
    await heading('New');
  });

  it('is parsed again only where the open text changed', async () => {
    const { change, open } = draw();
    await heading('Pitfalls');
    await change(skillOf({ _contents: { 'pitfalls.md': pitfalls, 'overview.md': 'new' } }));
    await change(skillOf({ risk_level: 'low' }));
    await open({ file: 'overview.md' });
    await open({ file: 'pitfalls.md' });
    await heading('Pitfalls');
    expect(parsedTexts.filter((text) => text === pitfalls)).toHaveLength(1);
  });

  it('keeps the focus in its text', async () => {
    const { change } = draw();
    const link = await screen.findByRole('link', { name: 'Two' });
    link.focus();
    await change(skillOf({ _contents: { 'pitfalls.md': pitfalls, 'overview.md': 'new' } }));
    expect(document.activeElement).toBe(link);
  });

  it('keeps its last text when it is removed, and says so', async () => {
    const { change } = draw();
    await heading('Pitfalls');
    await change(new QueryFailure('refused', 'No such skill.', 404));
    expect(await notice(/removed while you read it/)).not.toBeNull();
    expect(screen.getByRole('heading', { name: 'Pitfalls' })).toBeDefined();
  });
});

describe('a skill whose skill.json has a typo', () => {
  const typo = {
    code: 'skill-json-invalid',
    severity: 'error',
    skillKey: KEY,
    line: 3,
    file: 'skills/rust/a/b/skill.json',
    message: 'skill.json could not be read: Expected a comma.',
  } as Diagnostic;
  const gone = new QueryFailure('refused', 'No such skill.', 404);

  it('was not removed: what is wrong is said above its last text', async () => {
    const { change } = draw({}, { diagnostics: [typo] });
    await heading('Pitfalls');
    await change(gone);
    const title =
      /^This skill is not served now\. skill\.json could not be read: Expected a comma \(line 3\)\.$/;
    expect(await notice(title)).not.toBeNull();
    expect(screen.queryByText(/removed/)).toBeNull();
  });

  it('is not called missing where it is opened first', async () => {
    draw({}, { skill: gone, diagnostics: [typo] });
    await heading('rust/a/b is not served.');
    expect(screen.getByRole('alert').textContent).toContain('Expected a comma (line 3)');
    expect(screen.getByRole('link', { name: 'What needs repair' })).toBeDefined();
  });

  it('may still be served as it was: then that is said', async () => {
    draw({}, { diagnostics: [typo] });
    const shown = await notice(/^skill\.json could not be read/);
    expect(shown?.textContent).toContain('This is the last state that could be read');
  });

  it('of another skill says nothing here', async () => {
    const { change } = draw({}, { diagnostics: [{ ...typo, skillKey: 'rust/a/c' }] });
    await heading('Pitfalls');
    await change(gone);
    expect(await notice(/removed while you read it/)).not.toBeNull();
  });
});

describe('the rail', () => {
  const rail = () => screen.findByRole('navigation', { name: 'Files in reading order' });

  it('has the files in reading order, by when they are read, and those that are missing', async () => {
    draw({}, { skill: skillOf({ _omitted: { 'safety.md': 'It is too large.' } }) });
    const names = [...(await rail()).querySelectorAll('section')].map(
      (group) =>
        `${group.getAttribute('aria-label')}: ${[...group.querySelectorAll('[title] bdi')].map((name) => name.textContent).join(' ')}`,
    );
    await heading('Pitfalls');
    expect(names).toEqual(['Read first: pitfalls.md overview.md safety.md', 'Examples: examples/x.rs']);
    expect(screen.getByTitle('It is too large.').textContent).toContain('missing');
  });

  it('has the headings of the open file, and marks the one that is being read', async () => {
    draw();
    const headings = await screen.findByRole('list', { name: 'Headings of this file' });
    expect([...headings.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['1One', '2Two']);
    const [first, second] = screen.getAllByRole('heading', { level: 3 });
    const place = (element: HTMLElement | undefined, top: number) =>
      vi.spyOn(element as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 0, 0));
    place(first, -500);
    place(second, 120);
    fireEvent.scroll(screen.getByRole('region', { name: 'The open file' }));
    await waitFor(() => expect(headings.querySelector('[aria-current=location]')?.textContent).toBe('2Two'));
  });

  it('leads to a heading each time, also twice in a row', async () => {
    history.replaceState(null, '', '#/skill/rust/a/b?file=pitfalls.md&at=two');
    draw({ file: 'pitfalls.md', at: 'two' });
    const two = await heading('Two');
    const text = screen.getByRole('region', { name: 'The open file' });
    text.style.overflowY = 'auto';
    await waitFor(() => expect(two.dataset).toHaveProperty('arrived'));
    vi.spyOn(two, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300, 0, 0));
    fireEvent.click(screen.getByRole('link', { name: '2Two' }));
    expect(text.scrollTop).toBe(300);
  });
});

describe('above the text stands', () => {
  const text = (changes: string) => ({
    skill: skillOf({ _contents: { 'pitfalls.md': `${pitfalls}${changes}` } }),
  });

  it('that it speaks to agents, with the line', async () => {
    const problem = { code: 'agent-instruction', severity: 'warning', skillKey: KEY } as const;
    const found = { message: 'pitfalls.md asks for silence: “Do not tell the user”.', line: 3 };
    draw({}, { diagnostics: [{ ...problem, ...found, file: 'skills/rust/a/b/pitfalls.md' }] });
    expect((await notice(/speaks to agents/))?.textContent).toContain('Line 3: pitfalls.md asks for silence');
    expect(screen.getByRole('link', { name: 'Line 3' }).getAttribute('href')).toContain('line=3');
  });

  it('that it has characters which nobody sees', async () => {
    draw({}, text('\na\u200bb\n'));
    expect(await notice(/^1 invisible character in this file/)).not.toBeNull();
  });

  it('that agents do not get it, for the reason that the service gives; then no button is black', async () => {
    draw(
      {},
      {
        skill: skillOf({
          _withheld: "its code examples are JavaScript, though the library's language is Rust",
        }),
      },
    );
    expect(
      await notice(
        /^Agents don't get this skill: its code examples are JavaScript, though the library's language is Rust\.$/,
      ),
    ).not.toBeNull();
    expect(document.querySelector('[data-kind=primary]')).toBeNull();
  });

  it('a problem of the whole file that agents notice; one of a line stands there, one of style in Source', async () => {
    const problem = { code: 'link-dead', severity: 'warning', skillKey: KEY } as const;
    const file = 'skills/rust/a/b/pitfalls.md';
    draw(
      {},
      {
        diagnostics: [
          { ...problem, file, code: 'text-not-utf8', message: 'Not UTF-8.' },
          { ...problem, file, code: 'tokens-too-few', message: '151 too few.' },
          { ...problem, file, message: 'A dead link.', line: 5 },
          { ...problem, file: 'skills/rust/a/b/overview.md', message: 'Of another file.' },
        ],
      },
    );
    expect(await notice(/^Not UTF-8/)).not.toBeNull();
    expect(screen.queryByText('151 too few.')).toBeNull();
    const marked = document.querySelector('[data-markdown] [data-problem]');
    expect(marked?.textContent).toBe('Two');
    expect(marked?.previousElementSibling?.textContent).toBe('A dead link.');
    expect(screen.queryByText('Of another file.')).toBeNull();
  });

  it('that it is too long to format', async () => {
    draw({}, text(`\n${'a '.repeat(130_000)}`));
    expect(await notice(/too long to format/)).not.toBeNull();
    expect(document.querySelector('[data-raw]')).not.toBeNull();
  });

  it('nothing where nothing is to be said', async () => {
    draw({ file: 'overview.md' }, { skill: skillOf({ _contents: { 'overview.md': '# Overview\n' } }) });
    await heading('Overview');
    expect(document.querySelector('article [data-kind=warning]')).toBeNull();
  });
});

describe('the head', () => {
  it('says the risk in words, and nothing of what its author claims: the list says what texts are worth', async () => {
    draw({}, { skill: skillOf({ official: true, verified: true }) });
    await heading('b');
    expect(screen.getByText('High risk')).toBeDefined();
    expect(screen.queryByText('unreviewed notes')).toBeNull();
    expect(screen.queryByText(/verified|maintainers/)).toBeNull();
  });

  it.each(['1.0.0', 'latest'])('does not say the template’s version, %s', async (version) => {
    draw({}, { skill: skillOf({ version }) });
    await heading('b');
    expect(screen.queryByText(version)).toBeNull();
  });
});

describe('the raw view', () => {
  it('is the file to the letter, with the lines of problems marked', async () => {
    const file = 'skills/rust/a/b/pitfalls.md';
    const problem = { code: 'link-dead', severity: 'error', skillKey: KEY, message: 'Dead.' } as const;
    draw({ raw: true }, { diagnostics: [{ ...problem, file, line: 5 }] });
    const marked = await screen.findByTitle('Dead.');
    expect(marked.textContent).toBe('[Two](#two)\n');
    expect(document.querySelector('[data-raw]')?.textContent).toBe(pitfalls);
  });
});

describe('beside a list of answers', () => {
  it('there is the text with its place and the way to all files, and no rail', async () => {
    draw({ compact: true, question: 'one or two' });
    await heading('Pitfalls');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('link', { name: 'All files' }).getAttribute('href')).toBe(
      '#/skill/rust/a/b?q=one+or+two&file=pitfalls.md',
    );
    expect(screen.getByRole('button', { name: 'Copy for an agent' })).toBeDefined();
  });
});

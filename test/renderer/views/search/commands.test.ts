import { describe, expect, it } from 'vitest';
import { offersView } from '../../../../src-renderer/host.ts';
import { toSkillRow } from '../../../../src-renderer/skill/skill-row.ts';
import {
  allCommands,
  fileCommands,
  matchCommands,
  readFileQuery,
  withoutBar,
} from '../../../../src-renderer/views/search/commands.ts';

const ADDRESS = 'http://127.0.0.1:8701/mcp';
const inApp = allCommands({ mcpUrl: ADDRESS, isApp: true, offers: () => true });
const words = (query: string) => matchCommands(query, inApp).map((command) => command.words);
const rows = ['rust/tokio-rs/tokio', 'js/colinhacks/zod'].map((key) =>
  toSkillRow({ key, name: key.split('/')[2] ?? '', language: key.split('/')[0] ?? '' }),
);

describe('commands of the search box', () => {
  it('are found by the verb and the beginning of further words', () => {
    expect(words('copy address')).toEqual(['Copy the address']);
    expect(words('copy the addr')).toEqual(['Copy the address']);
    expect(words('go p')).toEqual(['Go to Projects', 'Go to Problems']);
    expect(words('Import skill')).toEqual(['Import a skill']);
  });

  it('leave single words and other sentences to the search', () => {
    for (const query of [
      '',
      'copy',
      'problems',
      'connect',
      'copy bytes',
      'address copy',
      'open a connection',
    ])
      expect(words(query), query).toEqual([]);
  });

  it('name no place that a browser lacks, and no address before it is known', () => {
    const inBrowser = allCommands({
      mcpUrl: undefined,
      isApp: false,
      offers: (view) => offersView(view, 'service'),
    }).map((command) => command.words);
    expect(inBrowser).not.toContain('Go to Settings');
    expect(inBrowser).not.toContain('Copy the address');
    expect(inBrowser).toContain('Go to Problems');
  });

  it('that no other part of the window offers are shown before one types', () => {
    expect(withoutBar(inApp).map((command) => command.words)).toEqual([
      'Copy the address',
      'Manage registries',
      'Import a skill',
      'Choose a folder to serve',
    ]);
  });
});

describe('a skill and a file', () => {
  const paths = ['overview.md', 'safety.md', 'examples/basic.rs'];
  const found = (query: string) => {
    const asked = readFileQuery(query, rows);
    return asked === undefined ? undefined : fileCommands(asked, paths);
  };

  it.each(['open tokio › safety', 'tokio › safety', 'tokio safety', 'Tokio >saf', ' open  tokio safety.md '])(
    'open the file: %s',
    (query) => {
      expect(found(query)).toEqual([
        {
          kind: 'open',
          words: 'Open tokio › safety',
          href: '#/skill/rust/tokio-rs/tokio?file=safety.md',
        },
      ]);
    },
  );

  it('find an example by its own name', () => {
    expect(found('tokio basic')).toMatchObject([{ words: 'Open tokio › examples/basic.rs' }]);
  });

  it('need the whole name of the skill, and a file that it has', () => {
    expect(found('toki safety')).toBeUndefined();
    expect(found('tokio')).toBeUndefined();
    expect(found('tokio runtime')).toEqual([]);
  });
});

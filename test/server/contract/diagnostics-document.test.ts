import { describe, expect, it } from 'vitest';
import { DIAGNOSTICS, type DiagnosticKind } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { compareText } from '../../../src-server/contract/words/compare-text.ts';

/** docs/diagnostics.md, made from the table; `npx vitest run --update` writes it anew. */
function renderDocument(): string {
  const kinds: ReadonlyArray<readonly [code: string, kind: DiagnosticKind]> = Object.entries(DIAGNOSTICS);
  const rows = [...kinds]
    .sort(([a], [b]) => compareText(a, b))
    .map(([code, { severity, why, fix }]) => `| \`${code}\` | ${severity} | ${cell(why)} | ${cell(fix)} |`);
  return [
    '# Diagnostics',
    '',
    'The service, the window and `skills-registry validate` use these codes. An `error` keeps content from being served, breaks a rule of the specification, or hides content from readers. A `warning` is served, but probably not as the author meant. `info` is worth knowing. Codes are stable.',
    '',
    '| Code | Severity | Why it matters | How to fix it |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

describe('docs/diagnostics.md', () => {
  it('lists every code as the table has it', async () => {
    await expect(renderDocument()).toMatchFileSnapshot('../../../docs/diagnostics.md');
  });
});

describe('DIAGNOSTICS', () => {
  it.each(Object.entries(DIAGNOSTICS))('%s says why and how in sentences', (code, { why, fix }) => {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
    expect(why).toMatch(/^.+\.$/);
    expect(fix).toMatch(/^.+\.$/);
  });
});

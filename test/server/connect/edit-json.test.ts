import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { editJson } from '../../../src-server/connect/edit-settings.ts';

const ENTRY = { type: 'http', url: 'http://127.0.0.1:8701/mcp' };
const add = (text: string) => {
  const result = editJson(text, ['mcpServers', 'skills'], ENTRY);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
};
const refusal = (text: string) => {
  const result = editJson(text, ['mcpServers', 'skills'], ENTRY);
  return result.ok ? undefined : result.reason;
};

/** Whether `part` is `whole` with some of its characters left out. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at === part.length;
}

describe('adding a server to JSON with comments', () => {
  it('makes the file where there is none', () => {
    expect(add('')).toBe(
      '{\n  "mcpServers": {\n    "skills": {\n      "type": "http",\n      "url": "http://127.0.0.1:8701/mcp"\n    }\n  }\n}\n',
    );
  });

  it('keeps comments where they are, those at the end too', () => {
    const before = `{
  // mine
  "mcpServers": {
    "other": { "command": "x" } // the best
    /* more to come */
  }
}
`;
    expect(add(before)).toBe(`{
  // mine
  "mcpServers": {
    "skills": {
      "type": "http",
      "url": "http://127.0.0.1:8701/mcp"
    },
    "other": { "command": "x" } // the best
    /* more to come */
  }
}
`);
  });

  it('indents with tabs, ends lines with CRLF and keeps the byte order mark, as the file does', () => {
    const after = add('\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"other": {},\r\n\t},\r\n}\r\n');
    expect(after).toBe(
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"skills": {\r\n\t\t\t"type": "http",\r\n\t\t\t"url": "http://127.0.0.1:8701/mcp"\r\n\t\t},\r\n\t\t"other": {},\r\n\t},\r\n}\r\n',
    );
  });

  it.each([
    ['{ "a": }', 'line 1'],
    ['{\n "a": 1\n "b": 2 }', 'line 3'],
    ['[]', 'no JSON object'],
    ['"x"', 'no JSON object'],
    ['{} {}', 'not valid JSON'],
    ['{"mcpServers": []}', '"mcpServers" is not an object'],
    ['{"mcpServers": null}', '"mcpServers" is not an object'],
    ['{"mcpServers": {}, "mcpServers": {}}', '"mcpServers" twice'],
    ['{"mcpServers": {"x": 1, "x": 2}}', '"x" twice'],
    ['// only a comment', 'JSON'],
    [`{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'nested too deeply'],
    [`{"a": ${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}}`, 'nested too deeply'],
  ])('refuses %.40j with a sentence', (text, part) => {
    expect(refusal(text)).toContain(part);
  });

  const value = fc.jsonValue({ maxDepth: 2 });
  const servers = fc.dictionary(
    fc.string().filter((key) => key !== 'skills' && key !== '__proto__'),
    value,
  );
  const others = fc.dictionary(
    fc.string().filter((key) => key !== 'mcpServers' && key !== '__proto__'),
    value,
  );
  const style = fc.record({
    indent: fc.constantFrom('', '  ', '    ', '\t'),
    crlf: fc.boolean(),
    comment: fc.constantFrom('', '// c\n', '/* c */ '),
    trailing: fc.boolean(),
  });
  const documents = fc
    .tuple(others, fc.option(servers), style)
    .map(([rest, some, { indent, crlf, comment, trailing }]) => {
      let text = JSON.stringify(some === null ? rest : { ...rest, mcpServers: some }, undefined, indent);
      if (trailing && /["\d\w\]}]\s*\}$/.test(text) && text !== '{}') text = text.replace(/(\s*)\}$/, ',$1}');
      text = comment + text;
      return crlf ? text.replaceAll('\n', '\r\n') : text;
    });

  it('changes nothing but the member, and taking it out again gives the same data', () => {
    fc.assert(
      fc.property(documents, (before) => {
        const after = add(before);
        const errors: [] = [];
        const was = parse(before) as { mcpServers?: object };
        expect(parse(after, errors, { allowTrailingComma: true })).toEqual({
          ...was,
          mcpServers: { ...was.mcpServers, skills: ENTRY },
        });
        expect(errors).toEqual([]);
        expect(isSubsequence(before, after)).toBe(true);
        expect(add(after)).toBe(after);
        const removed = editJson(after, ['mcpServers', 'skills'], undefined);
        if (!removed.ok) throw new Error(removed.reason);
        expect(parse(removed.text, errors, { allowTrailingComma: true })).toEqual({
          ...was,
          mcpServers: { ...was.mcpServers },
        });
        expect(errors).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('removing a server', () => {
  const remove = (text: string) => {
    const result = editJson(text, ['mcpServers', 'skills'], undefined);
    return result.ok ? result.text : result.reason;
  };

  it.each([
    [
      'in front of another, whose comment stays',
      '{"mcpServers": {\n  "skills": {},\n  // other\n  "b": 1\n}}',
      '{"mcpServers": {\n  // other\n  "b": 1\n}}',
    ],
    [
      'behind another, whose comment stays',
      '{"mcpServers": {\n  "a": 1, // first\n  "skills": {}\n}}',
      '{"mcpServers": {\n  "a": 1 // first\n}}',
    ],
    ['that is alone', '{"mcpServers": {\n  "skills": {}\n}}', '{"mcpServers": {\n}}'],
    ['that is not there', '{"mcpServers": {}}', '{"mcpServers": {}}'],
    ['where there are no servers', '{}', '{}'],
  ])('works for one %s', (_what, before, after) => {
    expect(remove(before)).toBe(after);
  });
});

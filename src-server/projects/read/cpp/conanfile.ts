import type { FoundPackage } from '../package-rows.ts';

export type ConanReference = Pick<FoundPackage, 'name' | 'version' | 'qualifiers'>;

/** `fmt/9.1.0@user/channel#revision%time`, from `@` on optional. Null version for ranges: `fmt/[>9]`. */
export function parseConanReference(text: string): ConanReference | undefined {
  const match = /^([\w.+-]+)\/(\[[^\]]*\]|[^@#%\s]+)(?:@([\w.+-]*)\/([\w.+-]*))?(?:[@#%].*)?$/.exec(
    text.trim(),
  );
  if (match === null) return undefined;
  const [, name = '', version = '', user = '', channel = ''] = match;
  // Conan 1 writes `_` for an empty value.
  const hasOwner = user !== '' && channel !== '' && user !== '_' && channel !== '_';
  return {
    name,
    version: version.startsWith('[') ? null : version,
    ...(hasOwner && { qualifiers: { user, channel } }),
  };
}

export interface ConanRequirement extends ConanReference {
  readonly dev: boolean;
}

const TOOL_SECTIONS = new Set(['build_requires', 'tool_requires', 'test_requires']);

export function parseConanfileText(text: string): readonly ConanRequirement[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const plain = line.replace(/(?:^|\s)#.*/s, '').trim();
    const heading = /^\[(\w+)\]$/.exec(plain)?.[1];
    section = heading ?? section;
    const isRequired = section === 'requires' || TOOL_SECTIONS.has(section);
    if (heading !== undefined || !isRequired) return [];
    return requirement(plain, TOOL_SECTIONS.has(section));
  });
}

const CALL = /\bself\.(requires|build_requires|tool_requires|test_requires)\(\s*f?(["'])([^"'\n]*)\2/g;
const FIELD =
  /^[ \t]+(requires|build_requires|tool_requires|test_requires)\s*=\s*([^\n]*(?:\n[ \t]+["')\]][^\n]*)*)/gm;

/** Literals only: `self.requires("fmt/9.1.0")`, `requires = "fmt/9.1.0"`. */
export function parseConanfileScript(text: string): readonly ConanRequirement[] {
  const code = text.replace(/^[ \t]*#.*$/gm, '');
  const calls = [...code.matchAll(CALL)].flatMap(([, kind = '', , reference = '']) =>
    requirement(reference, TOOL_SECTIONS.has(kind)),
  );
  const fields = [...code.matchAll(FIELD)].flatMap(([, kind = '', values = '']) =>
    [...values.matchAll(/(["'])([^"'\n]*)\1/g)].flatMap(([, , reference = '']) =>
      requirement(reference, TOOL_SECTIONS.has(kind)),
    ),
  );
  return [...calls, ...fields];
}

function requirement(text: string, dev: boolean): readonly ConanRequirement[] {
  const reference = parseConanReference(text);
  return reference === undefined || /[{}]/.test(text) ? [] : [{ ...reference, dev }];
}

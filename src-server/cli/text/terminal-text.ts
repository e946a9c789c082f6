/** Punctuation of our texts, for locales without UTF-8. */
const ASCII: Readonly<Record<string, string>> = {
  '…': '...',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '→': '->',
  '·': '*',
};

/** Windows terminals support UTF-8 whatever the variables say. */
export function hasUtf8(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'win32' || /utf-?8/i.test(locale);
}

/** Keeps letters. */
export function asciiSigns(text: string): string {
  return text.replace(/[…’‘“”–—→·]/g, (sign) => ASCII[sign] ?? sign);
}

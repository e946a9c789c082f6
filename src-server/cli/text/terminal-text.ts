/** Signs of our own texts, and what stands for them on a terminal whose locale has no UTF-8. */
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

/** Whether the locale of a terminal has UTF-8; Windows' terminals have it whatever the variables say. */
export function hasUtf8(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'win32' || /utf-?8/i.test(locale);
}

/** The text with ASCII signs in place of others. Letters stay as they are. */
export function asciiSigns(text: string): string {
  return text.replace(/[…’‘“”–—→·]/g, (sign) => ASCII[sign] ?? sign);
}

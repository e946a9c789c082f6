/** POSIX: Electron reports the signal in the low seven bits, plus 128 after a core dump. */
const SIGNALS: Readonly<Record<number, string>> = {
  6: 'It crashed (SIGABRT).',
  9: 'It was ended from outside (SIGKILL): by the system when memory is short, or by hand.',
  11: 'It crashed (SIGSEGV).',
  15: 'It was ended from outside (SIGTERM).',
};

/** Sentence for the user. */
export function describeExit(code: number, platform: NodeJS.Platform = process.platform): string {
  const bySignal = platform === 'win32' || code > 0xff ? undefined : SIGNALS[code & 0x7f];
  if (bySignal !== undefined) return bySignal;
  if (code === 0) return 'It ended by itself.';
  return code > 0 && code < 128 ? `It ended with code ${code}.` : 'The system ended it.';
}

import { groupDigits } from '../contract/words/group-digits.ts';

/** `741 KB`, `50 MB`, rounded up. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${groupDigits(Math.ceil(kilobytes / 1024))} MB`;
}

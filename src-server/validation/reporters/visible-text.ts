/** Characters that a terminal would act on, or nobody would see. */
const INVISIBLE =
  /[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/** The text with such characters spelled out (`\u{1b}`): texts of a registry are not trusted to drive a terminal. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

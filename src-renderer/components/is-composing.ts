/**
 * True for a key event of an input method editor, never a command. Safari sends the last event without
 * `isComposing`, only with `keyCode` 229.
 */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

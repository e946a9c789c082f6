/**
 * True for a key press that belongs to an input method: it chooses or ends what is being composed, and is never a
 * command. Safari tells the last one by its code alone.
 */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Input method editor. Safari sends the last event only with `keyCode` 229. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

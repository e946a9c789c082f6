/** What a language's own runtime prints about a mistake in the caller's code, whatever libraries it uses. */
const RUNTIME_MESSAGE =
  /^panic: runtime error: |^Segmentation fault|^fatal error: all goroutines are asleep|\bNullPointerException\b|\bindex out of bounds: the len is\b/m;

export function isRuntimeMessage(text: string): boolean {
  return RUNTIME_MESSAGE.test(text);
}

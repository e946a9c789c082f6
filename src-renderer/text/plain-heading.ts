/** A heading as it reads where it isn't drawn as Markdown: without the marks of code in it. Pure. */
export function plainHeading(heading: string): string {
  return heading.replace(/(`+)(?!`)(.*?[^`])\1(?!`)/g, '$2');
}

/** Strips code marks from a Markdown heading. Pure. */
export function plainHeading(heading: string): string {
  return heading.replace(/(`+)(?!`)(.*?[^`])\1(?!`)/g, '$2');
}

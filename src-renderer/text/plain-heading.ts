/** Strips code marks from Markdown. */
export function plainHeading(heading: string): string {
  return heading.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '$2');
}

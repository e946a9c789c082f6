/** What starts the service again, apart from its port: words of the command line, quoted. */
export interface StartedWith {
  /** Each `-r`, where the folder that is served does not say it. */
  readonly registries: string;
  readonly options: string;
}

/** Adds `<meta name="skills-registry-…">` for each value: the page reads them. */
export function withMeta(html: string, values: Readonly<Record<string, string>>): string {
  const metas = Object.entries(values).map(
    ([name, value]) => `<meta name="skills-registry-${name}" content="${escaped(value)}" />`,
  );
  return html.replace('<title>', () => `${metas.join('')}<title>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Equals `--desk` of the page's tokens. */
export const WINDOW_GROUND = { dark: '#0b1114', light: '#eef1f2' } as const;

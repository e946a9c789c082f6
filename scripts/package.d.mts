/** Packs the unpacked app, with a stub for Electron's runtime, into `output`; gives the app's folder. */
export function packUnpacked(output: string): Promise<string>;

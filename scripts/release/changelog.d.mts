/** What a version's part says, without its heading; throws where it isn't there, has no date, or says nothing. */
export function changesOf(changelog: string, version: string): string;

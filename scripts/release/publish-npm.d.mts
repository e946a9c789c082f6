/** What npm is called with. */
export function publishArguments(version: string, file: string): readonly string[];

/** Whether the list of checksums has this file with these bytes. */
export function isListed(sums: string, name: string, bytes: Uint8Array): boolean;

/** What gh checks an attestation with: that this tag's workflow in this repository built the file. */
export function verifyArguments(file: string, tag: string, repository: string): readonly string[];

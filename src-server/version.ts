import { version as packageVersion } from '../package.json';

/** The service's version, `x.y.z`. */
export const version: string = packageVersion;

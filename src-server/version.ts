import { version as packageVersion } from '../package.json';

/** Of the service: `x.y.z`. */
export const version: string = packageVersion;

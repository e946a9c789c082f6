import { version as packageVersion } from '../package.json';

/** `x.y.z` */
export const version: string = packageVersion;

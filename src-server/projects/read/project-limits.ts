/** Larger files are listed in `unread`. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_PROJECT_BYTES = 96 * 1024 * 1024;
export const MAX_PACKAGES = 25_000;
export const MAX_UNREAD = 100;

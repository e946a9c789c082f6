/** Suggested; asked only after a click. */
export const PUBLIC_REGISTRY = 'https://github.com/LibSkills/libskills-registry';

/** Checks styles by style-faults.mjs. */
import { fileURLToPath } from 'node:url';
import { checkStyles } from './style-faults.mjs';

const { sheets, faults } = checkStyles(fileURLToPath(new URL('..', import.meta.url)));
for (const line of faults) console.error(line);
if (faults.length > 0) process.exit(1);
console.log(`Styles hold: ${sheets.length} style sheets checked.`);

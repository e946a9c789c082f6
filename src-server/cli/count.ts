export { countWords as count } from '../contract/severity.ts';

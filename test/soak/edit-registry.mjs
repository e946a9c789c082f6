import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSIENT } from './soak-requests.mjs';

/** Edits texts by renaming, as editors do; adds a skill with every tenth edit, and removes the skill again. */
export function editRegistry(registry, keys, everyMs) {
  let count = 0;
  const replace = (file, text) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const timer = setInterval(() => {
    count += 1;
    const folder = join(registry, 'skills', keys[(count * 17) % keys.length]);
    replace(join(folder, 'safety.md'), `# Safety\n\nEdit ${count}: never hold two locks.\n`);
    const transient = join(registry, 'skills', TRANSIENT);
    if (count % 10 === 0) {
      mkdirSync(transient, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8'));
      const own = { ...manifest, name: 'transient', repo: 'soak/transient', language: 'js' };
      writeFileSync(join(transient, 'overview.md'), '# Here for a moment\n');
      replace(join(transient, 'skill.json'), JSON.stringify(own));
    }
    if (count % 10 === 5) rmSync(transient, { recursive: true, force: true });
  }, everyMs);
  return { count: () => count, stop: () => clearInterval(timer) };
}

import { posix } from 'node:path';

/** Type imports included. */
export function findCircles(sources) {
  const imports = new Map(sources.map(({ file, imports: found }) => [file, targetsOf(file, found)]));
  return groupsOf(imports).map((files) => `${files.join(', ')} import each other in a circle.`);
}

const targetsOf = (file, found) =>
  found.flatMap(({ id }) => (id?.startsWith('.') ? [posix.join(posix.dirname(file), id)] : []));

/** Strongly connected components (Tarjan 1972). */
function groupsOf(imports) {
  const numbers = new Map();
  const lowest = new Map();
  const open = [];
  const groups = [];
  const visit = (file) => {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file));
    open.push(file);
    for (const target of imports.get(file)) {
      if (!imports.has(target)) continue;
      if (!numbers.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) groups.push(group.sort());
  };
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file);
  return groups;
}

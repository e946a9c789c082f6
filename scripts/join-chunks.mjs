/**
 * Joins the small chunks of a bundle. esbuild makes a chunk for each set of entries that share modules, and Node takes as
 * long to find and link a file as to read and compile some kB of code: commands of 40 files waste a tenth of their time.
 *
 * esbuild has no option for that, but each module is in the chunk of the entries that load it. So the chunks are
 * bundled once more, and entries import further chunks: two that are loaded by the same entries become one.
 */
import { basename } from 'node:path';
import { build } from 'esbuild';

/** The bytes of code that V8 compiles and runs while Node loads a file. */
const FILE_BYTES = 6_000;

/**
 * Builds with fewer chunks than `splitting` makes. Returns a metafile as of one build.
 *
 * @param {import('esbuild').BuildOptions} options with `splitting`, `outdir` and `metafile`
 * @param {readonly (readonly string[])[]} together sources of entries that one start of the program loads
 * @param {string} lean source of an entry that shall load nothing further
 */
export async function buildJoined(options, together, lean) {
  const { banner, plugins, entryPoints, write = true, ...common } = options;
  const first = await build({ ...options, banner: {}, write: false });
  const { outputs } = first.metafile;
  const texts = new Map(first.outputFiles.map(({ path, text }) => [basename(path), text]));
  for (const [entry, chunks] of chunksToAdd(outputs, together, lean))
    for (const chunk of chunks) texts.set(entry, `${texts.get(entry)}\nimport './${chunk}';`);
  const entries = Object.entries(entryPoints).map(([name]) => [name, `./${name}.js`]);
  const second = await build({
    ...common,
    banner,
    write,
    entryPoints: Object.fromEntries(entries),
    plugins: [filesInMemory(texts)],
  });
  return { ...second, metafile: ofSources(first.metafile, second.metafile) };
}

function filesInMemory(texts) {
  return {
    name: 'read-chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        texts.has(basename(path))
          ? { path: basename(path), namespace: 'chunk' }
          : {
              path,
              external: true,
              ...(kind === 'entry-point' && { errors: [{ text: `No chunk ${path}` }] }),
            },
      );
      onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({ contents: texts.get(path) }));
    },
  };
}

/** Names the sources of the first build in the metafile of the second one, whose inputs are chunks. */
function ofSources({ inputs, outputs: chunks }, { outputs }) {
  const byName = new Map(Object.entries(chunks).map(([path, chunk]) => [`chunk:${basename(path)}`, chunk]));
  const named = Object.entries(outputs).map(([path, output]) => {
    const parts = Object.keys(output.inputs).flatMap((name) => Object.entries(byName.get(name).inputs));
    const { entryPoint } = byName.get(output.entryPoint) ?? {};
    return [path, { ...output, entryPoint, inputs: Object.fromEntries(parts) }];
  });
  return { inputs, outputs: Object.fromEntries(named) };
}

/** Returns the names of the chunks that the file of each entry shall import beside its own. */
function chunksToAdd(outputs, together, lean) {
  const files = Object.entries(outputs).map(([path, output]) => ({ ...output, name: basename(path) }));
  const byName = new Map(files.map((file) => [file.name, file]));
  const loadedWith = ({ imports }, loaded = new Set()) => {
    for (const { path, kind } of imports) {
      const file = kind === 'import-statement' ? byName.get(basename(path)) : undefined;
      if (file !== undefined && !loaded.has(file)) loadedWith(file, loaded.add(file));
    }
    return loaded;
  };
  const needs = new Map(files.map((file) => [file, loadedWith(file)]));
  const entries = files.filter(({ entryPoint }) => entryPoint !== undefined);
  const chunks = files.filter(({ entryPoint }) => entryPoint === undefined);
  const groups = chunks.map((chunk) => ({
    files: [chunk],
    mask: maskOf(chunks, (other) => other === chunk),
    needs: maskOf(chunks, (other) => needs.get(chunk).has(other)),
    entries: maskOf(entries, (entry) => needs.get(entry).has(chunk)),
    bytes: chunk.bytes,
  }));
  const starts = [...together, ...entries.map(({ entryPoint }) => [entryPoint])].map((sources) =>
    maskOf(entries, ({ entryPoint }) => sources.includes(entryPoint)),
  );
  const joined = joinGroups(
    groups,
    starts,
    maskOf(entries, ({ entryPoint }) => entryPoint === lean),
  );
  return entries.map((entry, at) => {
    const wanted = joined
      .filter((group) => (group.entries >> BigInt(at)) & 1n)
      .flatMap((group) => group.files);
    return [entry.name, wanted.filter((chunk) => !needs.get(entry).has(chunk)).map(({ name }) => name)];
  });
}

/** A set of items as a number, with a bit for each. */
function maskOf(items, isIn) {
  return items.reduce((mask, item, at) => (isIn(item) ? mask | (1n << BigInt(at)) : mask), 0n);
}

/** Joins the pair of groups that saves most, until none saves anything. The lean entry loads both of a pair, or none. */
function joinGroups(groups, starts, lean) {
  for (let now = groups; ; ) {
    let best = { saved: 0, groups: undefined };
    for (const [at, one] of now.entries())
      for (const other of now.slice(at + 1)) {
        if ((one.entries ^ other.entries) & lean) continue;
        const next = joinPair(now, one, other);
        const saved =
          next.gone.reduce((sum, group) => sum + costOf(group, starts), 0) -
          next.come.reduce((sum, group) => sum + costOf(group, starts), 0);
        if (saved > best.saved) best = { saved, ...next };
      }
    if (best.saved === 0) return now;
    now = [...now.filter((group) => !best.gone.includes(group)), ...best.come];
  }
}

/** Joins two groups. Each entry that loads the new one loads what both need, so that those groups change, too. */
function joinPair(groups, one, other) {
  const joined = {
    files: [...one.files, ...other.files],
    mask: one.mask | other.mask,
    needs: one.needs | other.needs,
    entries: one.entries | other.entries,
    bytes: one.bytes + other.bytes,
  };
  const needed = groups.filter(
    (group) =>
      group !== one &&
      group !== other &&
      group.mask & joined.needs &&
      (group.entries | joined.entries) !== group.entries,
  );
  return {
    gone: [one, other, ...needed],
    come: [joined, ...needed.map((group) => ({ ...group, entries: group.entries | joined.entries }))],
  };
}

/** The code that all starts load for a group, in bytes. */
function costOf({ bytes, entries }, starts) {
  return (FILE_BYTES + bytes) * starts.filter((start) => start & entries).length;
}

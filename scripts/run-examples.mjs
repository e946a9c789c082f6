/**
 * Builds and runs the sample registry's examples: `npm run examples [-- <part of a key>...]`. An example whose language
 * or library is missing is skipped, with the reason. Exits with 1 after a failure, with 2 if no key matches.
 *
 * Variables: `PYTHON` (default `python3`); `NODE_PATH` and `GOPATH` for more libraries; `DATABASE_URL` of an empty
 * PostgreSQL database.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The time that an example may take: first builds of C++ or Rust libraries take minutes. */
const TIMEOUT_MS = 600_000;

const python = (name) => ({
  probe: `"$PYTHON" -c 'import ${name}; print(${name}.__version__)'`,
  run: '"$PYTHON" "$EXAMPLE"',
});
// Copied to a folder without package.json, like a standalone script.
const node = (name) => ({
  probe: `node -p 'require("${name}/package.json").version'`,
  run: 'cp "$EXAMPLE" example.js && node example.js',
});
const go = (path) => ({ probe: `go list -f '{{.Dir}}' ${path}`, run: 'go run "$EXAMPLE"' });
/** Debian's folder of crates, which replaces their registry. */
const crates = '/usr/share/cargo/registry';
const rust = (crate, dependency) => ({
  probe: `command -v cargo && ls ${crates} | grep -m 1 '^${crate}-[0-9]'`,
  run: `mkdir src && cp "$EXAMPLE" src/main.rs &&
    printf '[package]\\nname = "example"\\nversion = "0.1.0"\\nedition = "2021"\\n[dependencies]\\n%s\\n' '${dependency}' > Cargo.toml &&
    cargo run --quiet --offline --config 'source.crates-io.replace-with="debian"' --config 'source.debian.directory="${crates}"'`,
});

/** Shell commands by key, run in an empty folder: `probe` prints the library's version, or fails without the library. */
const EXAMPLES = {
  'cpp/gabime/spdlog': {
    probe: 'command -v g++ && pkg-config --modversion spdlog',
    run: 'g++ -std=c++17 -pthread "$EXAMPLE" $(pkg-config --cflags --libs spdlog) -o example && ./example',
  },
  'cpp/grpc/grpc': {
    probe: 'command -v g++ protoc grpc_cpp_plugin && pkg-config --modversion grpc++',
    run: `sed -n 's|^//proto ||p' "$EXAMPLE" > echo.proto &&
      protoc --cpp_out=. --grpc_out=. --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" echo.proto &&
      g++ -std=c++17 -I. "$EXAMPLE" echo.pb.cc echo.grpc.pb.cc $(pkg-config --cflags --libs grpc++ protobuf) -pthread -o example &&
      ./example`,
  },
  'go/gorilla/websocket': go('github.com/gorilla/websocket'),
  'go/jackc/pgx': { ...go('github.com/jackc/pgx/v5/pgxpool'), needsDatabase: true },
  'js/brianc/node-postgres': { ...node('pg'), needsDatabase: true },
  'js/websockets/ws': node('ws'),
  'python/psf/requests': python('requests'),
  'python/sqlalchemy/sqlalchemy': python('sqlalchemy'),
  'rust/rayon-rs/rayon': rust('rayon', 'rayon = "1"'),
  'rust/tokio-rs/tokio': rust('tokio', 'tokio = { version = "1", features = ["full"] }'),
};
const EXTENSIONS = { cpp: 'cpp', go: 'go', js: 'js', python: 'py', rust: 'rs' };

/** Runs a script in an empty folder. Returns its output, and whether it succeeded. */
function shell(script, file) {
  const cwd = mkdtempSync(join(tmpdir(), 'example-'));
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: {
      ...process.env,
      EXAMPLE: file,
      PYTHON: process.env.PYTHON ?? 'python3',
      NODE_PATH: [join(root, 'node_modules'), process.env.NODE_PATH ?? ''].join(delimiter),
      GO111MODULE: 'off',
      GOPATH: process.env.GOPATH ?? '/usr/share/gocode',
    },
  });
  rmSync(cwd, { recursive: true, force: true });
  return { hasSucceeded: status === 0, output: `${stdout}${stderr}`.trim() };
}

/** Runs an example. Returns whether it ran well, or could not run here. */
function runExample(key, { probe, run, needsDatabase }) {
  const file = join(
    root,
    `assets/sample-registry/skills/${key}/examples/basic.${EXTENSIONS[key.split('/')[0]]}`,
  );
  const library = shell(probe, file);
  if (!library.hasSucceeded) console.log(`skipped  ${key}: its language or library is not installed`);
  else if (needsDatabase && !process.env.DATABASE_URL) console.log(`skipped  ${key}: no DATABASE_URL`);
  else {
    const { hasSucceeded, output } = shell(run, file);
    console.log(`${hasSucceeded ? 'ran    ' : 'failed '}  ${key} (${library.output.split('\n').at(-1)})`);
    if (!hasSucceeded) console.log(output.replace(/^/gm, '    '));
    return hasSucceeded;
  }
  return true;
}

const words = process.argv.slice(2);
const chosen = Object.entries(EXAMPLES).filter(
  ([key]) => words.length === 0 || words.some((word) => key.includes(word)),
);
if (chosen.length === 0) console.error(`No example's key holds ${words.join(' or ')}.`);
const hasSucceeded = chosen.map(([key, example]) => runExample(key, example)).every(Boolean);
process.exitCode = chosen.length === 0 ? 2 : hasSucceeded ? 0 : 1;

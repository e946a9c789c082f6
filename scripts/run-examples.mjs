/**
 * Builds and runs the examples of the sample registry's skills, and the programs in `checks/` that run what the skills
 * claim: `npm run examples [-- <part of a key>...]`. What misses its language, library or server is skipped, with the
 * reason. Exits with 1 after a failure, with 2 if no key matches.
 *
 * Variables: `PYTHON` (default `python3`); `NODE_PATH` and `GOPATH` for more libraries; `DATABASE_URL` of an empty
 * PostgreSQL database.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The time that a program may take, and one that is built: first builds of C++ or Rust libraries take minutes. */
const TIMEOUT_MS = 120_000;
const BUILD_TIMEOUT_MS = 600_000;

/** The first Python that has the library; the system's has Debian's packages. */
const withPython = (name) =>
  `for python in "$PYTHON" /usr/bin/python3; do "$python" -c 'import ${name}' 2>/dev/null && break; done`;
const python = (name, version = `${name}.__version__`) => ({
  probe: `${withPython(name)}; "$python" -c 'import ${name}, sys; print(${version})'`,
  run: `${withPython(name)}; "$python" "$EXAMPLE"`,
  check: `${withPython(name)}; cd "$(dirname "$EXAMPLE")" && exec "$python" -B "$EXAMPLE"`,
});
// Copied to a folder without package.json, like a standalone script.
const node = (name) => ({
  probe: `node -p 'require("${name}/package.json").version'`,
  run: 'cp "$EXAMPLE" example.js && node example.js',
  check: 'exec node "$EXAMPLE"',
});
const go = (path) => ({ probe: `go list -f '{{.Dir}}' ${path}`, run: 'go run "$EXAMPLE"' });
/** Debian's folder of crates, which replaces their registry. */
const crates = '/usr/share/cargo/registry';
const fromDebian = `--config 'source.crates-io.replace-with="debian"' --config 'source.debian.directory="${crates}"'`;
const rust = (crate, dependency) => ({
  probe: `command -v cargo && ls ${crates} | grep -m 1 '^${crate}-[0-9]'`,
  run: `mkdir src && cp "$EXAMPLE" src/main.rs &&
    printf '[package]\\nname = "example"\\nversion = "0.1.0"\\nedition = "2021"\\n[dependencies]\\n%s\\n' '${dependency}' > Cargo.toml &&
    cargo run --quiet --offline ${fromDebian}`,
});

/**
 * Shell commands by key, run in an empty folder: `probe` prints the library's version, or fails without the library.
 * `check` runs a program of `checks`, a folder that is named for the key unless it says otherwise. `needs` is a program
 * besides, such as a server.
 */
const EXAMPLES = {
  'cpp/curl/curl': {
    probe: 'command -v g++ openssl && pkg-config --modversion libcurl',
    run: 'g++ -std=c++17 -pthread "$EXAMPLE" -lcurl -o example && ./example',
    check: 'g++ -std=c++17 -g -fsanitize=address "$EXAMPLE" -lcurl -pthread -o claims && ./claims',
  },
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
  'go/golang/go': {
    probe: 'go version',
    run: 'go run "$EXAMPLE"',
    // The tests lie in one folder, and are run by its module.
    check: 'cd "$(dirname "$EXAMPLE")" && GO111MODULE=on go test .',
    checks: 'go-net-http',
  },
  'go/gorilla/websocket': go('github.com/gorilla/websocket'),
  'go/jackc/pgx': { ...go('github.com/jackc/pgx/v5/pgxpool'), needsDatabase: true },
  'js/auth0/jsonwebtoken': node('jsonwebtoken'),
  'js/brianc/node-postgres': { ...node('pg'), needsDatabase: true },
  'js/expressjs/express': node('express'),
  'js/mongodb/mongodb': node('mongodb'),
  'js/nodejs/undici': node('undici'),
  'js/react/react': node('react'),
  'js/redis/ioredis': { ...node('ioredis'), needs: 'redis-server' },
  'js/websockets/ws': node('ws'),
  'python/pandas-dev/pandas': python('pandas'),
  'python/psf/requests': python('requests'),
  'python/psycopg/psycopg': { ...python('psycopg'), needsDatabase: true },
  'python/pydantic/pydantic': python('pydantic'),
  'python/python/asyncio': python('asyncio', 'sys.version.split()[0]'),
  'python/sqlalchemy/sqlalchemy': python('sqlalchemy'),
  'rust/rayon-rs/rayon': rust('rayon', 'rayon = "1"'),
  'rust/seanmonstar/reqwest': {
    ...rust(
      'reqwest',
      [
        'reqwest = { version = ">=0.11, <0.14", default-features = false }',
        'tokio = { version = "1", features = ["macros", "rt-multi-thread", "sync", "time"] }',
      ].join('\n'),
    ),
    // Debian 12 has 0.11.
    check: `cp -r "$(dirname "$EXAMPLE")"/. . && sed -i 's/^since-0-13.*/since-0-13 = []/; s/"gzip", //' Cargo.toml &&
      CARGO_TARGET_DIR="$PWD/target" cargo test --quiet --offline --no-default-features ${fromDebian}`,
  },
  'rust/serde-rs/serde': {
    ...rust(
      'serde',
      'serde = { version = "1", features = ["derive", "rc"] }\nserde_json = { version = "1", features = ["raw_value"] }',
    ),
    // Without what Debian 12's serde lacks.
    check: `cp -r "$(dirname "$EXAMPLE")"/. . && CARGO_TARGET_DIR="$PWD/target" cargo test --quiet --offline --no-default-features ${fromDebian}`,
  },
  'rust/tokio-rs/tokio': rust('tokio', 'tokio = { version = "1", features = ["full"] }'),
};
const EXTENSIONS = { cpp: 'cpp', go: 'go', js: 'js', python: 'py', rust: 'rs' };

/** Runs a script in an empty folder. Returns its output, and whether it succeeded. */
function shell(script, file) {
  const cwd = mkdtempSync(join(tmpdir(), 'example-'));
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    encoding: 'utf8',
    timeout: /\b(?:g\+\+|cargo|go) /.test(script) ? BUILD_TIMEOUT_MS : TIMEOUT_MS,
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

const SAMPLE = join(root, 'assets/sample-registry');
/** What lies beside the programs of `checks`, and is none. */
const NO_PROGRAM = /^helpers\.|\.(?:hpp|md|mod|sum|toml|lock|json)$/;

/** Files to run of a key: its example, and its checks. Of tests in Go the first file stands for all. */
function programsOf(key, { run, check, checks = key.split('/').toSpliced(1, 1).join('-') }) {
  const [language] = key.split('/');
  const example = {
    name: key,
    file: join(SAMPLE, `skills/${key}/examples/basic.${EXTENSIONS[language]}`),
    script: run,
  };
  const folder = join(SAMPLE, 'checks', checks);
  const files = check !== undefined && existsSync(folder) ? readdirSync(folder).sort() : [];
  const programs = files.filter((file) => !NO_PROGRAM.test(file));
  const some = language === 'go' ? programs.slice(0, 1) : programs;
  const named = some.map((file) => ({
    name: language === 'go' ? `checks/${checks}` : `checks/${checks}/${file}`,
    file: join(folder, file),
    script: check,
  }));
  return [example, ...named];
}

/** Why a program of a key can't run here; undefined if it can. */
function obstacleOf(library, { needs, needsDatabase }, file) {
  if (!library.hasSucceeded) return 'its language or library is not installed';
  if (needsDatabase && !process.env.DATABASE_URL) return 'no DATABASE_URL';
  if (needs !== undefined && !shell(`command -v ${needs}`, file).hasSucceeded) return `no ${needs}`;
  return undefined;
}

/** Runs the programs of a key. Returns whether all ran well, or could not run here. */
function runPrograms(key, row) {
  const programs = programsOf(key, row);
  const library = shell(row.probe, programs[0].file);
  const results = programs.map(({ name, file, script }) => {
    const obstacle = obstacleOf(library, row, file);
    if (obstacle !== undefined) {
      console.log(`skipped  ${name}: ${obstacle}`);
      return true;
    }
    const { hasSucceeded, output } = shell(script, file);
    console.log(`${hasSucceeded ? 'ran    ' : 'failed '}  ${name} (${library.output.split('\n').at(-1)})`);
    if (!hasSucceeded) console.log(output.replace(/^/gm, '    '));
    return hasSucceeded;
  });
  return results.every(Boolean);
}

const words = process.argv.slice(2);
const chosen = Object.entries(EXAMPLES).filter(
  ([key]) => words.length === 0 || words.some((word) => key.includes(word)),
);
if (chosen.length === 0) console.error(`No example's key holds ${words.join(' or ')}.`);
const hasSucceeded = chosen.map(([key, row]) => runPrograms(key, row)).every(Boolean);
process.exitCode = chosen.length === 0 ? 2 : hasSucceeded ? 0 : 1;

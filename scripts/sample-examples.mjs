/**
 * Commands of the sample registry's examples, sorted by key. Run by `sh` in an empty folder, with variables
 * `$EXAMPLE` (path), `$PYTHON` and, if needed, `$DATABASE_URL` (PostgreSQL).
 *
 * @typedef {object} Example
 * @property {string} key skill key
 * @property {string} file path below the sample's `skills`
 * @property {readonly string[]} commands required programs
 * @property {string} probe command that prints the library's version, or fails if missing
 * @property {boolean} [postgres] whether a database is required
 * @property {string} run command that builds and runs the example
 *
 * @typedef {object} Found installed requirements
 * @property {ReadonlySet<string>} commands
 * @property {string | undefined} version version of the library
 * @property {boolean} postgres
 */

const PYTHON_VERSION = (name) => `"$PYTHON" -c 'import ${name}; print(${name}.__version__)'`;
const NODE_VERSION = (name) => `node -p 'require("${name}/package.json").version'`;
// Copied to a folder without package.json, like a standalone script.
const NODE = 'cp "$EXAMPLE" example.js && node example.js';
const GO_FOLDER = (path) => `go list -f '{{.Dir}}' ${path}`;
const GO = (file, path) => ({
  file,
  commands: ['go'],
  probe: GO_FOLDER(path),
  run: 'go run "$EXAMPLE"',
});

/** Replaces the registry. */
const DEBIAN_CRATES = '/usr/share/cargo/registry';
const RUST = (file, crate, dependency) => ({
  file,
  commands: ['cargo'],
  probe: `ls ${DEBIAN_CRATES} | grep -m 1 '^${crate}-[0-9]'`,
  run: `mkdir src && cp "$EXAMPLE" src/main.rs &&
    printf '[package]\\nname = "example"\\nversion = "0.1.0"\\nedition = "2021"\\n[dependencies]\\n%s\\n' '${dependency}' > Cargo.toml &&
    cargo run --quiet --offline --config 'source.crates-io.replace-with="debian"' --config 'source.debian.directory="${DEBIAN_CRATES}"'`,
});

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    key: 'cpp/gabime/spdlog',
    file: 'cpp/gabime/spdlog/examples/basic.cpp',
    commands: ['g++', 'pkg-config'],
    probe: 'pkg-config --modversion spdlog',
    run: 'g++ -std=c++17 -pthread "$EXAMPLE" $(pkg-config --cflags --libs spdlog) -o example && ./example',
  },
  {
    key: 'cpp/grpc/grpc',
    file: 'cpp/grpc/grpc/examples/basic.cpp',
    commands: ['g++', 'pkg-config', 'protoc', 'grpc_cpp_plugin'],
    probe: 'pkg-config --modversion grpc++',
    run: `sed -n 's|^//proto ||p' "$EXAMPLE" > echo.proto &&
      protoc --cpp_out=. --grpc_out=. --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" echo.proto &&
      g++ -std=c++17 -I. "$EXAMPLE" echo.pb.cc echo.grpc.pb.cc $(pkg-config --cflags --libs grpc++ protobuf) -pthread -o example &&
      ./example`,
  },
  {
    key: 'go/gorilla/websocket',
    ...GO('go/gorilla/websocket/examples/basic.go', 'github.com/gorilla/websocket'),
  },
  {
    key: 'go/jackc/pgx',
    ...GO('go/jackc/pgx/examples/basic.go', 'github.com/jackc/pgx/v5/pgxpool'),
    postgres: true,
  },
  {
    key: 'js/brianc/node-postgres',
    file: 'js/brianc/node-postgres/examples/basic.js',
    commands: ['node'],
    probe: NODE_VERSION('pg'),
    postgres: true,
    run: NODE,
  },
  {
    key: 'js/websockets/ws',
    file: 'js/websockets/ws/examples/basic.js',
    commands: ['node'],
    probe: NODE_VERSION('ws'),
    run: NODE,
  },
  {
    key: 'python/psf/requests',
    file: 'python/psf/requests/examples/basic.py',
    commands: ['$PYTHON'],
    probe: `${PYTHON_VERSION('requests')} && "$PYTHON" -c 'from urllib3.util.retry import Retry; Retry(retry_after_max=1)'`,
    run: '"$PYTHON" "$EXAMPLE"',
  },
  {
    key: 'python/sqlalchemy/sqlalchemy',
    file: 'python/sqlalchemy/sqlalchemy/examples/basic.py',
    commands: ['$PYTHON'],
    probe: `${PYTHON_VERSION('sqlalchemy')} && "$PYTHON" -c 'from sqlalchemy.orm import mapped_column'`,
    run: '"$PYTHON" "$EXAMPLE"',
  },
  {
    key: 'rust/rayon-rs/rayon',
    ...RUST('rust/rayon-rs/rayon/examples/basic.rs', 'rayon', 'rayon = "1"'),
  },
  {
    key: 'rust/tokio-rs/tokio',
    ...RUST(
      'rust/tokio-rs/tokio/examples/basic.rs',
      'tokio',
      'tokio = { version = "1", features = ["full"] }',
    ),
  },
];

/**
 * Key contains any word; all without words. Pure.
 * @param {readonly string[]} words
 */
export function chooseExamples(words, examples = EXAMPLES) {
  return examples.filter(({ key }) => words.length === 0 || words.some((word) => key.includes(word)));
}

/**
 * Undefined if the example can run. Pure.
 * @param {Example} example
 * @param {Found} found
 */
export function reasonToSkip(example, found) {
  const missing = example.commands.find((command) => !found.commands.has(command));
  if (missing !== undefined) return `no ${missing}`;
  if (found.version === undefined) return `${example.key} is not installed, or too old`;
  if (example.postgres === true && !found.postgres) return 'no PostgreSQL';
  return undefined;
}

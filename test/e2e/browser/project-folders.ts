/** Projects as somebody drops them; their libraries are those of the sample's skills. */
import type { Contents } from './drop-folder.ts';

const CARGO_LOCK = `version = 4

[[package]]
name = "payments"
version = "0.1.0"
dependencies = ["rayon", "anyhow", "tokio"]

[[package]]
name = "rayon"
version = "1.10.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "anyhow"
version = "1.0.98"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "tokio"
version = "1.44.2"
source = "registry+https://github.com/rust-lang/crates.io-index"
`;

const NPM_LOCK = {
  name: 'payments',
  lockfileVersion: 3,
  packages: {
    '': { name: 'payments', dependencies: { pg: '^8.0.0', ws: '^7.0.0' } },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/ws': { version: '7.5.0' },
    'node_modules/left-pad': { version: '1.3.0' },
  },
};

/** Five matches, one of them for another major version, one guess, libraries without a skill, one file that can't be read. */
export const PAYMENTS: Contents = {
  'Cargo.toml':
    '[package]\nname = "payments"\nversion = "0.1.0"\n[dependencies]\ntokio = "1"\nrayon = "1"\nanyhow = "1"\n',
  'Cargo.lock': CARGO_LOCK,
  'package.json': JSON.stringify({
    name: 'payments',
    dependencies: { pg: '^8.0.0', ws: '^7.0.0' },
  }),
  'package-lock.json': JSON.stringify(NPM_LOCK),
  'requirements.txt': 'SQLAlchemy==1.4.54\n',
  'bom.json': JSON.stringify({ bomFormat: 'CycloneDX', components: [{ purl: 'pkg:generic/spdlog' }] }),
  'tools/uv.lock': '<<<<<<< ours\nversion = 1\n=======\nversion = 2\n>>>>>>> theirs\n',
  'tools/pyproject.toml': '[project]\nname = "tools"\n',
  'node_modules/tokio/package.json': '{"name":"never-read"}',
};

/** A project in which everything is unknown to the sample. */
export const KITE: Contents = {
  'go.mod':
    'module example.org/kite\n\ngo 1.24\n\nrequire (\n\tgithub.com/spf13/cobra v1.9.1\n\tgo.uber.org/zap v1.27.0\n)\n',
};

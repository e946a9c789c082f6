/** A made-up project to try the view with: its files are read like those of any folder. */

import type { ProjectFolder } from './project-files.ts';
import { foundFiles } from './project-files.ts';

const PACKAGE_JSON = `{
  "name": "payments",
  "dependencies": { "pg": "8.23.1", "stripe": "18.1.0", "ws": "8.18.0", "zod": "3.25.7" }
}
`;

const REQUIREMENTS = `celery==5.5.2
requests==2.32.5
SQLAlchemy==1.4.54
`;

const CARGO_TOML = `[package]
name = "ledger"
version = "0.1.0"

[dependencies]
anyhow = "=1.0.98"
tokio = "=1.44.2"
`;

const GO_MOD = `module example.org/payments/gateway

go 1.24

require github.com/go-chi/chi/v5 v5.2.1
`;

const FILES: readonly (readonly [path: string, text: string])[] = [
  ['package.json', PACKAGE_JSON],
  ['requirements.txt', REQUIREMENTS],
  ['ledger/Cargo.toml', CARGO_TOML],
  ['gateway/go.mod', GO_MOD],
];

export const SAMPLE_PROJECT: ProjectFolder = {
  name: 'The sample project',
  about: 'Ten libraries of a small payment service, made up to be tried.',
  canBeReadAgain: false,
  path: undefined,
  find: () => foundFiles(new Map(FILES.map(([path, text]) => [path, new File([text], path)]))),
  installed: async () => undefined,
};

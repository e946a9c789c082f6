import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

describe('the packages of a Cargo project', () => {
  it('without a lock file have a version only if it is exact, and their own name instead of an alias', async () => {
    const found = await readTexts({
      'Cargo.toml': `[package]
name = "app"
[dependencies]
tokio = "1.40"
pinned = "=2.0.1"
alias = { package = "real-name", version = "1" }
forked = { git = "https://github.com/Owner/forked", branch = "main" }
own = { path = "../own" }
[target.'cfg(windows)'.dependencies]
windows-sys = "0.59"
[dev-dependencies]
insta = "1"
`,
    });
    expect(summaries(found)).toEqual([
      'pkg:cargo/forked direct',
      'pkg:cargo/insta direct dev',
      'pkg:cargo/pinned@2.0.1 direct',
      'pkg:cargo/real-name direct',
      'pkg:cargo/tokio direct',
      'pkg:cargo/windows-sys direct',
    ]);
    expect(found.packages[0]).toMatchObject({ isGit: true, repository: 'github.com/owner/forked' });
  });

  it('of a workspace are those of all members, with versions of the lock file above', async () => {
    const found = await readTexts({
      'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\nserde = "1"\n',
      'a/Cargo.toml':
        '[package]\nname = "a"\n[dependencies]\nserde = { workspace = true }\nb = { path = "../b" }\n',
      'b/Cargo.toml': '[package]\nname = "b"\n[dev-dependencies]\nrand = "0.8"\n',
      'Cargo.lock': `version = 4
[[package]]
name = "a"
version = "0.1.0"
dependencies = ["b", "serde"]
[[package]]
name = "b"
version = "0.1.0"
dependencies = ["rand 0.8.5"]
[[package]]
name = "serde"
version = "1.0.210"
source = "registry+x"
dependencies = ["rand 0.7.3"]
[[package]]
name = "rand"
version = "0.7.3"
source = "registry+x"
[[package]]
name = "rand"
version = "0.8.5"
source = "registry+x"
`,
    });
    expect(summaries(found)).toEqual([
      'pkg:cargo/rand@0.7.3',
      'pkg:cargo/rand@0.8.5 direct dev',
      'pkg:cargo/serde@1.0.210 direct',
    ]);
    expect(found.packages.map(({ from }) => from)).toEqual([
      ['Cargo.lock'],
      ['Cargo.lock', 'b/Cargo.toml'],
      ['Cargo.lock', 'a/Cargo.toml'],
    ]);
  });
});

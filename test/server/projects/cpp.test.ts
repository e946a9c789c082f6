import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

const spdx = (name: string, version: string) =>
  JSON.stringify({
    spdxVersion: 'SPDX-2.2',
    packages: [
      { SPDXID: 'SPDXRef-port', name, versionInfo: version },
      { SPDXID: 'SPDXRef-binary', name: `${name}:x64-linux`, versionInfo: 'abc' },
      {
        SPDXID: 'SPDXRef-resource-0',
        name: `${name}lib/${name}`,
        downloadLocation: `git+https://github.com/${name}lib/${name}@9.1.0`,
      },
    ],
  });

describe('the packages of a vcpkg project', () => {
  it('have versions of what is installed, without the version of the port', async () => {
    const found = await readTexts({
      'vcpkg.json': JSON.stringify({
        name: 'app',
        dependencies: ['fmt', { name: 'cmake-tools', host: true }],
      }),
      'vcpkg_installed/x64-linux/share/fmt/vcpkg.spdx.json': spdx('fmt', '9.1.0#1'),
      'vcpkg_installed/x64-linux/share/zlib/vcpkg.spdx.json': spdx('zlib', '1.3.1'),
    });
    expect(summaries(found)).toEqual([
      'pkg:vcpkg/cmake-tools direct dev',
      'pkg:vcpkg/fmt@9.1.0 direct',
      'pkg:vcpkg/zlib@1.3.1',
    ]);
    expect(found.packages[1]?.repository).toBe('github.com/fmtlib/fmt');
    expect(found.packages[1]?.from).toContain('vcpkg.json');
  });

  it('have a version without an installation only if an override fixes it', async () => {
    const found = await readTexts({
      'vcpkg.json': JSON.stringify({
        dependencies: ['fmt', { name: 'zlib', 'version>=': '1.2.11' }],
        features: { tls: { dependencies: ['openssl'] } },
        overrides: [{ name: 'fmt', version: '10.1.1#2' }],
      }),
    });
    expect(summaries(found)).toEqual([
      'pkg:vcpkg/fmt@10.1.1 direct',
      'pkg:vcpkg/openssl direct',
      'pkg:vcpkg/zlib direct',
    ]);
  });
});

describe('the packages of a Conan project', () => {
  it('are those of conanfile.txt, without a version for a range', async () => {
    const found = await readTexts({
      'conanfile.txt':
        '[requires]\nfmt/9.1.0 # text\nzlib/[>1.2 <2]\nown/1.0@me/stable#abc\n[tool_requires]\ncmake/3.29.6\n[generators]\nCMakeDeps\n',
    });
    expect(summaries(found)).toEqual([
      'pkg:conan/cmake@3.29.6 direct dev',
      'pkg:conan/fmt@9.1.0 direct',
      'pkg:conan/own@1.0 direct',
      'pkg:conan/zlib direct',
    ]);
  });

  it('are fixed by a conan.lock of Conan 2, and direct if the conanfile names them', async () => {
    const found = await readTexts({
      'conanfile.txt': '[requires]\nfmt/[>=9]\n',
      'conan.lock': JSON.stringify({
        version: '0.5',
        requires: ['fmt/9.1.0#551b%170.8', 'zlib/1.3.1#f52e%1.1'],
        build_requires: ['ninja/1.11.1#7%1'],
      }),
    });
    expect(summaries(found)).toEqual([
      'pkg:conan/fmt@9.1.0 direct',
      'pkg:conan/ninja@1.11.1 dev',
      'pkg:conan/zlib@1.3.1',
    ]);
    expect(found.packages[0]?.from).toEqual(['conan.lock', 'conanfile.txt']);
  });

  it('are fixed by a conan.lock of Conan 1, whose graph says what is direct', async () => {
    const found = await readTexts({
      'conan.lock': JSON.stringify({
        graph_lock: {
          nodes: {
            0: { ref: 'app/1.0', path: 'conanfile.py', requires: ['1'], build_requires: ['3'] },
            1: { ref: 'fmt/9.1.0@_/_#abc', requires: ['2'], context: 'host' },
            2: { ref: 'zlib/1.3.1', context: 'host' },
            3: { ref: 'cmake/3.2', context: 'build' },
          },
        },
        version: '0.4',
      }),
    });
    expect(summaries(found)).toEqual([
      'pkg:conan/cmake@3.2 direct dev',
      'pkg:conan/fmt@9.1.0 direct',
      'pkg:conan/zlib@1.3.1',
    ]);
  });

  it('of a conanfile.py are its literal requirements, and the file is said to be read in part', async () => {
    const found = await readTexts({
      'conanfile.py': `class App(ConanFile):
    requires = "fmt/9.1.0", 'zlib/1.3.1'
    tool_requires = ["cmake/3.29.6",
                     "ninja/1.11.1"]
    def requirements(self):
        self.requires("boost/1.83.0", transitive_headers=True)
        self.requires(f"own/{self.version}")
        # self.requires("gone/1.0")
`,
    });
    expect(summaries(found)).toEqual([
      'pkg:conan/boost@1.83.0 direct',
      'pkg:conan/cmake@3.29.6 direct dev',
      'pkg:conan/fmt@9.1.0 direct',
      'pkg:conan/ninja@1.11.1 direct dev',
      'pkg:conan/zlib@1.3.1 direct',
    ]);
    expect(found.unread).toMatchObject([
      { file: 'conanfile.py', reason: expect.stringContaining('in part') },
    ]);
  });
});

describe('the packages of a CMake project', () => {
  it('are left out, and the outermost script is named', async () => {
    const found = await readTexts({ 'CMakeLists.txt': '', 'src/CMakeLists.txt': '' });
    expect(found).toMatchObject({
      isProject: true,
      packages: [],
      unread: [{ file: 'CMakeLists.txt', reason: expect.stringContaining('is not run') }],
    });
  });
});

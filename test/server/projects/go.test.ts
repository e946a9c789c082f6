import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

describe('the packages of a Go module', () => {
  it('are the requires of go.mod, direct unless marked indirect', async () => {
    const found = await readTexts({
      'go.mod': `module example.org/app // the app
go 1.23
require github.com/jackc/pgx/v5 v5.7.1
require (
	github.com/BurntSushi/toml v1.4.0 // a reason
	golang.org/x/sys v0.26.0 // indirect
	"example.org/quoted" v1.0.0 // indirect; kept
)`,
    });
    expect(summaries(found)).toEqual([
      'pkg:golang/example.org/quoted@v1.0.0',
      'pkg:golang/github.com/BurntSushi/toml@v1.4.0 direct',
      'pkg:golang/github.com/jackc/pgx/v5@v5.7.1 direct',
      'pkg:golang/golang.org/x/sys@v0.26.0',
    ]);
  });

  it('are reported as what replaces them, and not at all if a folder does', async () => {
    const found = await readTexts({
      'go.mod': `module example.org/app
require (
	github.com/a/old v1.0.0
	github.com/a/one v1.0.0
	github.com/a/two v1.0.0
	github.com/a/local v1.0.0
)
replace github.com/a/old => github.com/fork/new v1.5.0
replace github.com/a/one v1.0.0 => github.com/a/one v1.0.1
replace github.com/a/two v2.0.0 => github.com/a/two v2.0.1
replace github.com/a/local => ../local`,
    });
    expect(summaries(found)).toEqual([
      'pkg:golang/github.com/a/one@v1.0.1 direct',
      'pkg:golang/github.com/a/two@v1.0.0 direct',
      'pkg:golang/github.com/fork/new@v1.5.0 direct',
    ]);
  });

  it.each([
    ['require(', 'require(\n\tgithub.com/a/b v1.0.0\n\tgithub.com/a/c v1.1.0 // indirect\n)\n'],
    [
      'require  (',
      'require  ( // ours\n\tgithub.com/a/b v1.0.0\n\tgithub.com/a/c v1.1.0// indirect\n)// end\n',
    ],
    ['lines of their own', 'require github.com/a/b v1.0.0\nrequire github.com/a/c v1.1.0 //indirect\n'],
    [
      'replace(',
      'require(\n"github.com/x/b" v0.9.0\ngithub.com/a/c v1.1.0 // indirect\n)\nreplace(\n\tgithub.com/x/b => github.com/a/b v1.0.0\n)\n',
    ],
    [
      'an empty block',
      'retract()\nrequire ()\nrequire(\ngithub.com/a/b v1.0.0\n`github.com/a/c` v1.1.0 // indirect; old\n)',
    ],
  ])('are found however the file is spaced: %s', async (_, lines) => {
    const found = await readTexts({ 'go.mod': `module example.org/app\n\ngo 1.23\n\n${lines}` });
    expect(summaries(found)).toEqual([
      'pkg:golang/github.com/a/b@v1.0.0 direct',
      'pkg:golang/github.com/a/c@v1.1.0',
    ]);
  });

  it('of a workspace leave out its own modules, and follow its replacements', async () => {
    const found = await readTexts({
      'go.work': 'go 1.23\nuse(\n\t./app\n\t./lib\n)\nreplace github.com/a/b => github.com/fork/b v1.9.0\n',
      'app/go.mod': 'module example.org/app\nrequire example.org/lib v0.0.0\nrequire github.com/a/b v1.0.0\n',
      'lib/go.mod': 'module example.org/lib\nrequire github.com/a/c v1.0.0\n',
      'tools/go.mod': 'module example.org/tools\nrequire github.com/a/b v1.1.0\n',
    });
    expect(summaries(found)).toEqual([
      'pkg:golang/github.com/a/b@v1.1.0 direct',
      'pkg:golang/github.com/a/c@v1.0.0 direct',
      'pkg:golang/github.com/fork/b@v1.9.0 direct',
    ]);
    expect(found.packages.map(({ from }) => from)).toEqual([
      ['tools/go.mod'],
      ['lib/go.mod'],
      ['app/go.mod'],
    ]);
  });

  it.each([
    ['github.com/jackc/pgx/v5', 'github.com/jackc/pgx'],
    ['go.uber.org/zap', 'github.com/uber-go/zap'],
    ['golang.org/x/net', 'github.com/golang/net'],
    ['google.golang.org/grpc', 'github.com/grpc/grpc-go'],
    ['gopkg.in/yaml.v3', 'github.com/go-yaml/yaml'],
    ['gopkg.in/src-d/go-git.v4', 'github.com/src-d/go-git'],
    ['example', undefined],
  ])('tell their repository by path: %s', async (path, repository) => {
    const found = await readTexts({ 'go.mod': `require ${path} v1.0.0\n` });
    expect(found.packages[0]?.repository).toBe(repository);
  });
});

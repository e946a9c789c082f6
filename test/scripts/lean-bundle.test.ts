import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import {
  APART,
  asciiOnly,
  leanExpress,
  packagesApart,
  REQUIRE_BUILTIN,
  requiredHttp,
} from '../../scripts/lean-bundle.mjs';
import { packageRoot } from '../../src-server/built-files.ts';
import { temporaryFolder } from '../support/temporary-registry.ts';

/** What a program prints that was bundled as the server is. */
async function printedBy(source: string): Promise<string> {
  const folder = temporaryFolder();
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: source, resolveDir: packageRoot() },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [leanExpress, requiredHttp],
    banner: { js: REQUIRE_BUILTIN },
  });
  return execFileSync(process.execPath, [outfile], { encoding: 'utf8', cwd: folder }).trim();
}

const builtScript = (name: string) => readFileSync(join(packageRoot(), `dist/server/${name}.cjs`), 'utf8');

describe('the bundle of the server', () => {
  it('answers with Express, whose parsers it leaves out', async () => {
    const program = `
      import express from 'express';
      import { createServer, get } from 'node:http';
      const app = express();
      app.set('query parser', 'simple');
      app.get('/:name', (request, response) => {
        response.writeHead(200);
        response.end(request.params.name + request.query.q + request.acceptsEncodings('br') + request.is('application/json'));
      });
      const server = createServer(app).listen(0, () => {
        const { port } = server.address();
        get({ port, path: '/a?q=b', headers: { 'accept-encoding': 'br' } }, (response) => {
          response.on('data', (chunk) => console.log(String(chunk)));
          response.on('end', () => server.close());
        });
      });
    `;
    expect(await printedBy(program)).toBe('abbrnull');
  });

  it('says what is left out to who uses it', async () => {
    const program = `
      import express from 'express';
      try {
        express.json();
      } catch (error) {
        console.log(error.message);
      }
    `;
    expect(await printedBy(program)).toContain('Express has no "body-parser" here');
  });

  it('takes in a submission by the parser itself', async () => {
    const program = `
      import { json } from 'body-parser';
      console.log(json().name);
    `;
    expect(await printedBy(program)).toBe('jsonParser');
  });

  it('loads http without the client of fetch', async () => {
    const program = `
      import { STATUS_CODES } from 'node:http';
      console.log(STATUS_CODES[200], process.moduleLoadList.some((name) => /undici/.test(name)));
    `;
    expect(await printedBy(program)).toBe('OK false');
  });
});

describe('the bundle of what is started often', () => {
  it('takes packages that are seldom needed from files beside it, when they are needed', async () => {
    const source = `
      export const early = process.argv.length;
      export const late = () => import('body-parser').then(({ default: { json } }) => json.name);
    `;
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: packageRoot() },
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      plugins: [packagesApart({ 'body-parser': 'abc' })],
    });
    const folder = temporaryFolder({
      'bundle.cjs': outputFiles[0]?.text ?? '',
      'body-parser.cjs': `console.log('loaded'); exports['body-parser'] = { default: { json: function jsonParser() {} } }; exports.build = 'abc';`,
      'program.cjs': `const { late } = require('./bundle.cjs'); console.log('started'); late().then(console.log);`,
    });
    const said = execFileSync(process.execPath, [join(folder, 'program.cjs')], { encoding: 'utf8' });
    expect(said.trim().split('\n')).toEqual(['started', 'loaded', 'jsonParser']);
  });

  it('has of each such package what the sources import', () => {
    const folder = join(packageRoot(), 'src-server');
    const imported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /^import \{([^}]*)\} from '(@modelcontextprotocol\/[^']+)'/gm,
        ),
      ])
      .flatMap(([, names = '', id = '']) => names.split(',').map((name) => `${id} ${name.trim()}`))
      .filter((line) => !/ (?:type .*)?$/.test(line));
    const listed = Object.entries(APART['mcp-sdk'] ?? {}).flatMap(([id, names]) =>
      names.map((name) => `${id} ${name}`),
    );
    expect([...new Set(imported)].toSorted()).toEqual(listed.toSorted());
  });

  it('takes no such file of another build', async () => {
    const { outputFiles } = await build({
      stdin: { contents: `import 'body-parser';`, resolveDir: packageRoot() },
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      plugins: [packagesApart({ 'body-parser': 'abc' })],
    });
    const of = (file: string) => {
      const folder = temporaryFolder({ 'bundle.cjs': outputFiles[0]?.text ?? '', 'body-parser.cjs': file });
      return spawnSync(process.execPath, [join(folder, 'bundle.cjs')], { encoding: 'utf8' });
    };
    expect(of(`exports['body-parser'] = {}; exports.build = 'abc';`)).toMatchObject({
      stderr: '',
      status: 0,
    });
    expect(of(`exports['body-parser'] = {}; exports.build = 'def';`).stderr).toContain('another build');
    expect(of(`exports['body-parser'] = {};`).stderr).toContain('another build');
  });

  it.each(['serve', ...Object.keys(APART)])('runs %s in strict mode, as modules do', (name) => {
    expect(builtScript(name)).toMatch(/^"use strict";/);
  });

  it('loads nothing by import(), which code that Node 20 kept can’t', () => {
    expect(builtScript('serve')).not.toMatch(/(?<![\w$.])import\s*\(/);
  });

  it('means the same in ASCII', () => {
    const source = String.raw`[/[.!?…–]$/.test('so…'), 'ö 👍', /^👍$/u.test('👍'), '\d', /[\’\']$/.test('\\'), '\’ \\’ \\\’'].join()`;
    const text = asciiOnly(source);
    expect(text).toMatch(/^[\0-\x7f]+$/);
    expect([text, source].map((code) => runInThisContext(code))).toEqual(
      Array(2).fill('true,ö 👍,true,d,false,’ \\’ \\’'),
    );
  });
});

it('no route uses a method of Express that takes what the bundle leaves out', () => {
  const folder = join(packageRoot(), 'src-server/http');
  const uses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap(
      (name) =>
        readFileSync(join(folder, name), 'utf8').match(
          /\b(?:response|res)\.(?:attachment|download|format|header|json|links|send|sendFile|set|type)\(|\bexpress\.(?:json|raw|static|text|urlencoded)\b|\brequest\.(?:accepts|is)\('(?!application\/)[^']*'\)/g,
        ) ?? [],
    );
  expect(uses).toEqual([]);
});

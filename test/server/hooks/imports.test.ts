import { describe, expect, it } from 'vitest';
import type { Language } from '../../../src-server/contract/api.ts';
import { importsIn, languageOfFile } from '../../../src-server/hooks/imports.ts';
import { SkillNames } from '../../../src-server/search/skill-names.ts';

describe('imports of a source file', () => {
  it.each<[Language, string, readonly string[]]>([
    [
      'js',
      `import ws from 'ws';\nimport 'dotenv/config';\nexport * from "@scope/name/deep";`,
      ['ws', 'dotenv', '@scope/name'],
    ],
    [
      'js',
      `const a = require('pg'), b = await import('undici');\nimport {\n  z,\n} from 'zod'`,
      ['pg', 'undici', 'zod'],
    ],
    [
      'js',
      `import x from './ws';\nimport y from '@/pg';\nimport fs from 'node:fs';\nimport p from 'path';`,
      [],
    ],
    [
      'js',
      `// import a from 'ws'\n/* require('pg') */\nconst s = "import z from 'zod'";\nconst t = \`\nimport q from 'q'\n\`;`,
      [],
    ],
    ['js', `const re = /["']/;\nimport ws from 'ws';`, ['ws']],
    [
      'python',
      'import os, sqlalchemy.orm as orm\nfrom requests import (\n    get,\n)',
      ['os', 'sqlalchemy.orm', 'requests'],
    ],
    [
      'python',
      '"""\nimport requests\n"""\n# import flask\ns = "import celery"\nfrom . import db\nfrom .redis import x',
      [],
    ],
    ['python', 'def f():\n    import redis; import numpy as np', ['redis', 'numpy']],
    [
      'go',
      'package a\nimport "github.com/gin-gonic/gin"\nimport (\n\t"fmt"\n\tmux "github.com/gorilla/mux" // router\n\t_ "github.com/lib/pq"\n)\nvar s = "example.com/x"',
      ['github.com/gin-gonic/gin', 'fmt', 'github.com/gorilla/mux', 'github.com/lib/pq'],
    ],
    ['go', '/*\nimport "github.com/lib/pq"\n*/\nvar q = `import "github.com/a/b"`', []],
    [
      'rust',
      'use tokio::sync::mpsc;\nuse ::serde::Serialize;\npub(crate) use std::io;\nextern crate diesel;',
      ['tokio', 'serde', 'diesel'],
    ],
    [
      'rust',
      'mod config;\nuse config::Settings;\nuse crate::db;\nuse super::x;\nlet s = "use hyper::Body;";\n// use axum::Router;\nlet c = \'"\'; let r = r#"use a::b;"#;',
      [],
    ],
    ['rust', "fn f<'a>(x: &'a str) -> char { 'x' }\nuse reqwest::Client;", ['reqwest']],
    [
      'cpp',
      '#include <spdlog/spdlog.h>\n  #  include "fmt/core.h"\n#include <vector>\n#include "config.h"\n#include <string.h>\n#include "../ws/ws.h"',
      ['spdlog/spdlog.h', 'fmt/core.h', 'vector'],
    ],
    ['cpp', '// #include <uv.h>\n/*\n#include <curl/curl.h>\n*/\nauto s = R"(\n#include <zmq.h>\n)";', []],
    ['cpp', 'auto s = R"x(\n)"\n#include <zmq.h>\n\\)x";\n#include <fmt/core.h>', ['fmt/core.h']],
    ['rust', 'let s = r###"\n"## use a::b;\n\\"###;\nuse serde::Serialize;', ['serde']],
    ['go', 'var p = `C:\\`\nvar q = `import "github.com/a/b"`', []],
  ])('%s: %s', (language, text, expected) => {
    expect(importsIn(text, language)).toEqual(expected);
  });

  it('are read of files with the endings of the five languages alone', () => {
    expect(['a.py', 'b.tsx', 'c/d.HPP', 'e.go', 'f.rs'].map(languageOfFile)).toEqual([
      'python',
      'js',
      'cpp',
      'go',
      'rust',
    ]);
    expect(['README.md', 'notes.txt', 'Makefile', 'x.py.bak'].map(languageOfFile)).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe('the skill that an import means', () => {
  const names = new SkillNames();
  names.update(
    [
      { key: 'js/websockets/ws', name: 'ws', packages: ['ws'] },
      { key: 'rust/snapview/ws', name: 'ws', packages: ['ws'] },
      { key: 'js/prisma/prisma', name: 'prisma', packages: ['prisma', '@prisma/client'] },
      { key: 'js/brianc/node-postgres', name: 'node-postgres', packages: ['pg'] },
      { key: 'python/scikit-learn/scikit-learn', name: 'scikit-learn', packages: ['scikit-learn'] },
      { key: 'python/pallets/flask', name: 'Flask', packages: [] },
      { key: 'go/gin-gonic/gin', name: 'gin', packages: [] },
      { key: 'go/go-yaml/yaml', name: 'yaml', packages: ['gopkg.in/yaml.v3'] },
      { key: 'go/jackc/pgx', name: 'pgx', packages: ['github.com/jackc/pgx/v5'] },
      { key: 'go/golang/go', name: 'net/http', packages: ['net/http', 'http.Client'] },
      { key: 'python/python/asyncio', name: 'asyncio', packages: ['asyncio.subprocess'] },
      { key: 'go/uber-go/zap', name: 'zap', packages: [] },
      { key: 'rust/tokio-rs/tokio', name: 'tokio', packages: ['tokio', 'tokio-util'] },
      { key: 'cpp/boostorg/asio', name: 'asio', packages: ['boost/asio.hpp', 'boost/asio'] },
      { key: 'cpp/nlohmann/json', name: 'json', packages: [] },
    ],
    [],
  );

  it.each([
    ['ws', 'js', 'js/websockets/ws'],
    ['ws', 'rust', 'rust/snapview/ws'],
    ['ws', 'python', undefined],
    ['@prisma/client', 'js', 'js/prisma/prisma'],
    ['@types/ws', 'js', 'js/websockets/ws'],
    ['node-postgres', 'js', undefined],
    ['sklearn.metrics', 'python', 'python/scikit-learn/scikit-learn'],
    ['flask', 'python', 'python/pallets/flask'],
    ['flask_login', 'python', undefined],
    ['github.com/gin-gonic/gin/binding', 'go', 'go/gin-gonic/gin'],
    ['gopkg.in/gin-gonic/gin.v1', 'go', 'go/gin-gonic/gin'],
    ['gopkg.in/yaml.v2', 'go', 'go/go-yaml/yaml'],
    ['github.com/jackc/pgx/v4/pgxpool', 'go', 'go/jackc/pgx'],
    ['github.com/somebody/gin', 'go', undefined],
    ['net/http/httptest', 'go', 'go/golang/go'],
    ['net', 'go', undefined],
    ['app/zap', 'go', undefined],
    ['asyncio', 'python', 'python/python/asyncio'],
    ['tokio_util', 'rust', 'rust/tokio-rs/tokio'],
    ['tokio_stream', 'rust', undefined],
    ['boost/asio/ip/tcp.hpp', 'cpp', 'cpp/boostorg/asio'],
    ['boost/beast.hpp', 'cpp', undefined],
    ['nlohmann/json.hpp', 'cpp', 'cpp/nlohmann/json'],
  ])('%s in %s: %s', (path, language, key) => {
    expect(names.imported(path, language)).toEqual({
      keys: key === undefined ? [] : [key],
      isStated: key !== undefined,
    });
  });

  it.each([
    ['go.uber.org/zap', 'go', 'go/uber-go/zap'],
    ['json/json.h', 'cpp', 'cpp/nlohmann/json'],
  ])('%s in %s may be %s, which its texts must show', (path, language, key) => {
    expect(names.imported(path, language)).toEqual({ keys: [key], isStated: false });
  });
});

/** A registry with the mistakes that real ones have. Everything in it is served as well as it can be, or left out. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TIME = '2026-01-31T12:00:00Z';

const manifestOf = (language, repo, more = {}) => ({
  name: repo.split('/')[1],
  repo,
  language,
  tier: 'tier2',
  group: 'main',
  version: '1.2.3',
  skill_version: '1.0.0',
  schema: 'skills/v1',
  skill_type: 'library',
  repo_skill: false,
  trust_score: 70,
  updated_at: TIME,
  tags: ['network', 'sockets'],
  read_order: ['overview.md', 'pitfalls.md', 'safety.md'],
  files: { P0: ['overview.md', 'pitfalls.md', 'safety.md'], P3: ['examples/basic.js'] },
  risk_level: 'high',
  ...more,
});

const textsOf = (name) => ({
  'overview.md': `# ${name}\n\n${name} opens sockets and reads messages from a queue.\n`,
  'pitfalls.md': `# Pitfalls\n\n## Do NOT share a ${name} socket after fork\n\nThe child closes the queue of its parent.\n\n## Never ignore a full queue\n\nMessages are dropped.\n`,
  'safety.md': `# Safety\n\n## Close the context last\n\nThe ${name} context must outlive each socket.\n`,
  'examples/basic.js': `// ${name}\nopen();\n`,
});

const skill = (language, repo, more) => ({
  manifest: manifestOf(language, repo, more),
  texts: textsOf(repo.split('/')[1]),
});

/** @returns files below the registry, path to content */
function filesOf() {
  const files = {};
  const put = (folder, { manifest, texts }) => {
    if (manifest !== undefined) {
      files[`${folder}/skill.json`] =
        typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);
    }
    for (const [path, text] of Object.entries(texts)) files[`${folder}/${path}`] = text;
  };

  put('skills/js/acme/plain', skill('js', 'acme/plain'));
  put('skills/js/short', skill('js', 'acme/short'));
  put('skills/js/acme/deep/inner', skill('js', 'acme/inner'));
  put('skills/js/acme/twice', skill('js', 'acme/twice', { summary: 'Path equals key.' }));
  put('skills/js/twice-elsewhere', skill('js', 'acme/twice', { summary: 'Elsewhere.' }));
  put('skills/python/acme/Upper', skill('python', 'acme/Upper', { tags: ['Grüße', 'c++'] }));
  put('skills/rust/acme/draft', skill('rust', 'acme/draft', { summary: '{{write: one sentence}}' }));
  put('skills/go/acme/broken', { ...skill('go', 'acme/broken'), manifest: '{ "name": "broken", ' });
  put('skills/go/acme/old', skill('go', 'acme/old', { schema: 'skills/v0' }));
  put('skills/go/acme/minor', skill('go', 'acme/minor', { schema: 'skills/v1.1' }));
  put('skills/go/acme/renamed', skill('go', 'acme/renamed', { schema: 'libskills/v1' }));
  put('skills/cpp/acme/types', {
    ...skill('cpp', 'acme/types', {
      trust_score: '81',
      tags: 'one',
      tier: 'gold',
      repo_skill: 'no',
      files: ['overview.md'],
    }),
  });
  put(
    'skills/cpp/acme/unknown',
    skill('cpp', 'acme/unknown', { owner: { team: 'core' }, extensions: { conan: { x: [1] } } }),
  );
  put('skills/cpp/acme/lists', {
    ...skill('cpp', 'acme/lists', { files: { P0: ['overview.md', 'gone.md', '../plain/overview.md'] } }),
  });

  const encoded = skill('js', 'acme/encoded');
  put('skills/js/acme/encoded', encoded);
  files['skills/js/acme/encoded/overview.md'] = Buffer.from(
    '\ufeff# Encoded\r\n\r\nWindows line ends.\r\n',
    'utf8',
  );
  files['skills/js/acme/encoded/pitfalls.md'] = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('# UTF-16\n', 'utf16le'),
  ]);
  files['skills/js/acme/encoded/safety.md'] = Buffer.from([0x23, 0x20, 0xc3, 0x28, 0x0a]);
  files['skills/js/acme/encoded/__proto__.md'] = '# Prototype\n';
  files['skills/js/acme/encoded/.hidden.md'] = '# Hidden\n';
  files['skills/js/acme/encoded/examples/deep/er.js'] = 'deeper();\n';

  files['index.json'] = JSON.stringify({
    schema: 'skills/v1',
    version: 7,
    updated_at: TIME,
    skills: [
      {
        key: 'js/acme/plain',
        name: 'plain',
        language: 'js',
        tier: 'tier1',
        group: 'main',
        summary: 'From the index.',
        trust_score: 99,
      },
      { key: 'js/acme/nowhere', name: 'nowhere', language: 'js', tier: 'tier1', group: 'main' },
      { key: 'js/short', name: 'short', language: 'js', tier: 'tier2', group: 'contrib', extra: true },
    ],
  });
  return files;
}

export function makeMessyRegistry(folder) {
  for (const [path, content] of Object.entries(filesOf())) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  symlinkSync('/etc/hostname', join(folder, 'skills/js/acme/plain/leads-out.md'));
  symlinkSync('overview.md', join(folder, 'skills/js/acme/plain/leads-inside.md'));
}

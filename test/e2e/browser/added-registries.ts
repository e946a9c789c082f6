/** Added registries in the states that the window can show. */
import type { RegistriesState } from '../../../src-main/contract/app-states.ts';
import type {
  RegistryChanges,
  RegistryPreview,
  ShownRegistry,
} from '../../../src-server/contract/added-registries.ts';

const AT = '2026-11-20T09:14:00.000Z';
const TEAM = '4be91c2d0a7e5b3f8c6d1e2f3a4b5c6d7e8f9a0b';
const TEAM_NEXT = '91be77aa0a7e5b3f8c6d1e2f3a4b5c6d7e8f9a0b';

function added(name: string, changes: Partial<ShownRegistry>): ShownRegistry {
  return {
    name,
    address: `https://git.example.com/${name}`,
    folder: null,
    ref: null,
    commit: TEAM,
    follow: false,
    pinned: false,
    skills: 31,
    checked_at: AT,
    error: null,
    update: null,
    date: '2026-10-02T09:14:00.000Z',
    ...changes,
  };
}

export const ADDED: RegistriesState = {
  trouble: null,
  checking: [],
  addition: { state: 'none' },
  registries: [
    added('platform', {
      update: {
        commit: TEAM_NEXT,
        added: ['go/acme/ledger-core'],
        removed: ['go/acme/old-auth'],
        changed: ['go/jackc/pgx', 'cpp/grpc/grpc', 'python/psf/requests'],
        risk_raised: ['go/jackc/pgx'],
      },
    }),
    added('libskills-registry', {
      address: 'https://github.com/LibSkills/libskills-registry',
      skills: 85,
      follow: true,
    }),
    added('embedded', {
      folder: 'skills',
      ref: 'stable',
      skills: 9,
      error: 'https://git.example.com was silent for 30 s. Try again later.',
    }),
  ],
};

export const PREVIEW: RegistryPreview = {
  name: 'skills',
  address: 'https://github.com/acme/skills',
  folder: null,
  ref: null,
  commit: TEAM,
  pinned: false,
  date: '2026-11-12T09:14:00.000Z',
  files: 318,
  bytes: 421_888,
  skills: [
    { key: 'rust/tokio-rs/tokio', language: 'rust', risk: 'high' },
    { key: 'rust/hyperium/hyper', language: 'rust', risk: 'medium' },
    { key: 'rust/serde-rs/serde', language: 'rust', risk: 'low' },
    { key: 'cpp/fmtlib/fmt', language: 'cpp', risk: null },
  ],
  skipped: ['docs/link is a link, which is not followed.'],
};

export const CHANGES: RegistryChanges = {
  name: 'platform',
  commit: TEAM,
  date: '2026-11-19T09:14:00.000Z',
  update: ADDED.registries?.[0]?.update ?? null,
  skills: [
    {
      key: 'go/jackc/pgx',
      change: 'changed',
      risk: ['medium', 'high'],
      files: [
        {
          path: 'pitfalls.md',
          change: 'changed',
          notes: [
            { kind: 'command', text: 'go install github.com/jackc/tern/v2@latest' },
            { kind: 'hidden', text: '' },
          ],
          diff: [
            [
              {
                kind: 'same',
                text: 'rows, _ := pool.Query(ctx, "select id from jobs where state = \'new\'")',
              },
              { kind: 'removed', text: 'defer rows.Close()' },
              { kind: 'removed', text: 'for rows.Next() { ids = append(ids, scan(rows)) }' },
              { kind: 'added', text: 'ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])' },
              { kind: 'added', text: 'if err != nil {' },
              { kind: 'added', text: '    return 0, err' },
              { kind: 'added', text: '}' },
              { kind: 'same', text: '' },
            ],
            [
              { kind: 'same', text: '## Migrating' },
              { kind: 'added', text: 'go install github.com/jackc/tern/v2@latest\u200b' },
            ],
          ],
        },
        {
          path: 'skill.json',
          change: 'changed',
          notes: [],
          diff: [
            [
              { kind: 'removed', text: '  "risk_level": "medium",' },
              { kind: 'added', text: '  "risk_level": "high",' },
            ],
          ],
        },
      ],
    },
    {
      key: 'go/acme/ledger-core',
      change: 'added',
      risk: [null, 'low'],
      files: [
        {
          path: 'overview.md',
          change: 'added',
          notes: [{ kind: 'address', text: 'https://ledger.example.com' }],
          diff: [
            [
              { kind: 'added', text: '# ledger-core' },
              { kind: 'added', text: '' },
              { kind: 'added', text: 'See https://ledger.example.com/docs.' },
            ],
          ],
        },
        { path: 'logo.png', change: 'added', notes: [{ kind: 'unread', text: '' }], diff: [] },
      ],
    },
    {
      key: 'go/acme/old-auth',
      change: 'removed',
      risk: ['low', null],
      files: [
        {
          path: 'overview.md',
          change: 'removed',
          notes: [],
          diff: [[{ kind: 'removed', text: '# old-auth' }]],
        },
      ],
    },
  ],
};

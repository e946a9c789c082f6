import { describe, expect, it } from 'vitest';
import { fixManifest } from '../../../src-server/validation/fix.ts';
import { factsOf, type SampleSkill, validSkill } from '../../support/valid-skill.ts';

/** The manifest after the fix, parsed. */
function fixed(change: (skill: SampleSkill) => void): Record<string, unknown> | undefined {
  const skill = validSkill();
  change(skill);
  const fix = fixManifest(factsOf(skill));
  return fix === undefined ? undefined : JSON.parse(fix.text);
}

describe('fixManifest', () => {
  it('has nothing to do for a valid skill', () => {
    expect(fixed(() => {})).toBeUndefined();
  });

  it('leaves another major version alone', () => {
    expect(fixed((skill) => Object.assign(skill.manifest, { schema: 'skills/v2' }))).toBeUndefined();
  });

  it('leaves a file with a repeated name alone: a second repair would find the same', () => {
    const skill = validSkill();
    const manifest = { ...skill.manifest, completeness: 1 };
    const text = JSON.stringify(manifest).replace('{', '{"completeness":2,');
    expect(fixManifest(factsOf({ ...skill, manifest }, text))).toBeUndefined();
  });

  it('takes a file that is gone off the lists', () => {
    const after = fixed((skill) => {
      Object.assign(skill.manifest['files'] as object, {
        P0: ['quickstart.md', 'overview.md', 'pitfalls.md', 'safety.md'],
      });
      skill.manifest['read_order'] = ['quickstart.md', 'overview.md', 'pitfalls.md', 'safety.md'];
    });
    expect([after?.['files'], after?.['read_order']]).toMatchObject([
      { P0: ['overview.md', 'pitfalls.md', 'safety.md'] },
      ['overview.md', 'pitfalls.md', 'safety.md'],
    ]);
  });

  it('adds a P0 file to the reading order too', () => {
    const after = fixed((skill) => {
      Object.assign(skill.manifest['files'] as object, { P0: ['overview.md', 'pitfalls.md'] });
      skill.manifest['read_order'] = ['pitfalls.md', 'overview.md'];
    });
    expect(after?.['read_order']).toEqual(['pitfalls.md', 'overview.md', 'safety.md']);
  });

  it('makes both lists where there are none', () => {
    const after = fixed((skill) => {
      skill.files['quickstart.md'] = 'x';
      delete skill.manifest['files'];
      delete skill.manifest['read_order'];
    });
    expect([after?.['files'], after?.['read_order']]).toEqual([
      {
        P0: ['overview.md', 'pitfalls.md', 'safety.md'],
        P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
        P2: ['performance.md', 'quickstart.md'],
        P3: ['examples/basic.cpp'],
      },
      ['overview.md', 'pitfalls.md', 'safety.md'],
    ]);
  });

  it('moves files to their own priority, and leaves a read_order of them as it is', () => {
    const after = fixed((skill) => {
      skill.manifest['files'] = {
        P1: ['overview.md', 'pitfalls.md', 'lifecycle.md', 'threading.md', 'best-practices.md'],
        P2: ['performance.md', 'safety.md'],
        P3: ['examples/basic.cpp'],
      };
    });
    expect([after?.['files'], after?.['read_order']]).toEqual([
      {
        P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
        P2: ['performance.md'],
        P3: ['examples/basic.cpp'],
        P0: ['overview.md', 'pitfalls.md', 'safety.md'],
      },
      ['overview.md', 'pitfalls.md', 'safety.md'],
    ]);
  });

  it('takes files of other priorities out of read_order', () => {
    const after = fixed((skill) => {
      skill.files['quickstart.md'] = 'x';
      Object.assign(skill.manifest['files'] as object, { P2: ['performance.md', 'quickstart.md'] });
      skill.manifest['read_order'] = [
        'quickstart.md',
        'overview.md',
        'pitfalls.md',
        'safety.md',
        'lifecycle.md',
      ];
    });
    expect(after?.['read_order']).toEqual(['overview.md', 'pitfalls.md', 'safety.md']);
  });

  it('keeps in read_order what the author lists as P0', () => {
    expect(
      fixed((skill) => {
        skill.files['quickstart.md'] = 'x';
        Object.assign(skill.manifest['files'] as object, {
          P0: ['quickstart.md', 'overview.md', 'pitfalls.md', 'safety.md'],
        });
        skill.manifest['read_order'] = ['quickstart.md', 'overview.md', 'pitfalls.md', 'safety.md'];
      }),
    ).toBeUndefined();
  });

  it('leaves a member of files alone that holds no paths', () => {
    expect(
      fixed((skill) => Object.assign(skill.manifest['files'] as object, { note: 'see the wiki', more: [7] })),
    ).toBeUndefined();
  });

  it.each([
    ['tier', 'community', 'tier2'],
    ['tier', 'Curated', 'tier1'],
    ['source_type', 'community', 'registry'],
    ['risk_level', 'HIGH', 'high'],
  ])('writes for the %s %s what it stands for, %s', (field, word, value) => {
    expect(fixed((skill) => Object.assign(skill.manifest, { [field]: word }))?.[field]).toBe(value);
  });

  it.each([
    ['tier', 'core'],
    ['group', 'web'],
    ['skill_type', 'constructor'],
  ])('leaves it to people what the %s %s means', (field, word) => {
    expect(fixed((skill) => Object.assign(skill.manifest, { [field]: word }))).toBeUndefined();
  });

  it('leaves every other character as it was', () => {
    const skill = validSkill();
    skill.files['examples/pool.cpp'] = 'x';
    const text = `{ "name":"hiredis",\r\n\t"odd" : [1,2 ,3],\r\n\t"schema": "skills/v1",\r\n\t"files": {\r\n\t\t"P0": ["overview.md", "pitfalls.md", "safety.md"],\r\n\t\t"P1": ["lifecycle.md", "threading.md", "best-practices.md"],\r\n\t\t"P2": ["performance.md"],\r\n\t\t"P3": [\r\n\t\t\t"examples/basic.cpp"\r\n\t\t]\r\n\t},\r\n\t"read_order": ["overview.md", "pitfalls.md", "safety.md"] }\r\n`;
    const facts = factsOf({ manifest: JSON.parse(text), files: skill.files }, text);
    expect(fixManifest(facts)?.text).toBe(
      text.replace('"examples/basic.cpp"\r\n', '"examples/basic.cpp",\r\n\t\t\t"examples/pool.cpp"\r\n'),
    );
  });
});

// `npm create starbox`: both packages as they are published, installed in an empty folder.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';
import { packPackage } from '../support/packedPackage.ts';
import { PATIENT } from '../support/patient.ts';
import { modules, type UserProject, userProject } from '../support/userProject.ts';

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

test('it has the version of starbox, and needs exactly that', () => {
  const { version } = manifestOf(root);
  expect(manifestOf(join(root, 'create-starbox'))).toMatchObject({ version, dependencies: { starbox: version } });
});

test('it has the licence of starbox', () => {
  const licence = (folder: string) => readFileSync(join(folder, 'LICENSE'), 'utf8');
  expect(licence(join(root, 'create-starbox'))).toBe(licence(root));
  expect(manifestOf(join(root, 'create-starbox')).files).toContain('LICENSE');
});

describe.runIf(isBuilt)('npm create starbox (needs dist/)', () => {
  let project: UserProject;
  const create = (...args: readonly string[]) =>
    project.run(process.execPath, [join(project.folder, 'node_modules/create-starbox/create.js'), ...args]);

  beforeAll(() => {
    project = userProject();
    const { folder, path } = packPackage(join(root, 'create-starbox'));
    renameSync(path, join(project.folder, 'node_modules/create-starbox'));
    rmSync(folder, { recursive: true });
  });
  afterAll(() => project?.remove());

  test('writes a project whose tests pass, with what coding agents read', async () => {
    const { status, output } = await create('counter');
    expect(status, output).toBe(0);
    for (const file of ['AGENTS.md', '.claude/skills/starbox/SKILL.md', 'src/lib.cairo', 'typed/Counter.ts'])
      expect(existsSync(join(project.folder, 'counter', file)), file).toBe(true);
    const run = [join(modules, 'vitest/vitest.mjs'), 'run', '--root', 'counter', ...PATIENT];
    const ran = await project.run(process.execPath, run);
    expect(ran.status, ran.output).toBe(0);
  });

  test('replaces nothing, and ends with the failure of init', async () => {
    const { status, output } = await create('counter');
    expect(status).toBe(1);
    expect(output).toContain('No file is replaced');
  });
});

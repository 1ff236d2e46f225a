// `starbox init` with the packed package: what it writes passes its own tests and checks.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { PATIENT } from '../support/patient.ts';
import { modules, type UserProject, userProject } from '../support/userProject.ts';

describe.runIf(isBuilt)('a project of starbox init (needs dist/)', () => {
  let project: UserProject;
  const path = (name: string) => join(project.folder, name);
  const starbox = (...args: readonly string[]) =>
    project.run(process.execPath, [path('node_modules/starbox/dist/cli.js'), ...args]);

  const vitest = [join(modules, 'vitest/vitest.mjs'), 'run', '--root', 'My Counter', '--reporter=tap-flat', ...PATIENT];

  beforeAll(() => {
    project = userProject();
    symlinkSync(join(modules, 'typescript'), path('node_modules/typescript'), 'junction');
  });
  afterAll(() => project?.remove());

  test('is written whole, with the name of its folder', async () => {
    const { status, output } = await starbox('init', 'My Counter');
    expect(status, output).toBe(0);
    expect(output).toMatch(/^Wrote a project to .*My Counter:\n {2}Scarb\.toml\n/);
    expect(output).toContain('\nNext:\n  cd "My Counter"\n  npm install\n  npm test\n');
    const written = output.match(/^ {2}(\S+\.\S+|\.gitignore)$/gm)!.map((line) => line.trim());
    for (const file of written) expect(existsSync(path(`My Counter/${file}`)), file).toBe(true);
    expect(written).toContain('typed/Counter.ts');
    const manifest = JSON.parse(readFileSync(path('My Counter/package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(path('node_modules/starbox/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'my-counter', devDependencies: { starbox: `^${version}` } });
  });

  test('passes its tests, its types compile and are up to date, without Scarb', async () => {
    const run = (...args: readonly string[]) => project.run(process.execPath, args);
    const tests = await run(...vitest);
    expect(tests.status, tests.output).toBe(0);
    expect(tests.output.match(/^ok /gm)).toHaveLength(3);
    expect((await run(join(modules, 'typescript/bin/tsc'), '-p', 'My Counter')).output).toBe('');
    expect((await starbox('types', 'My Counter', '-o', 'My Counter/typed', '--check')).status).toBe(0);
  });

  test('has a class with the lines of its sources, so that the first failing test names one', async () => {
    const file = path('My Counter/test/counter.test.ts');
    const test = readFileSync(file, 'utf8');
    const source = readFileSync(path('My Counter/src/lib.cairo'), 'utf8').split('\n');
    writeFileSync(file, test.replace('nothing to add', 'too little'));
    const { output } = await project.run(process.execPath, vitest);
    writeFileSync(file, test);
    const line = source.findIndex((text) => text.includes("'Counter: nothing to add'")) + 1;
    expect(output).toContain(`Counter::CounterImpl::increase (src/lib.cairo:${line}:`);
  });

  test('replaces no file: if there is one, nothing is written', async () => {
    mkdirSync(path('mine'));
    writeFileSync(path('mine/README.md'), 'mine');
    const { status, output } = await starbox('init', 'mine');
    expect(status).toBe(1);
    expect(output).toMatch(/^Error: .*mine already has README\.md\. No file is replaced, so nothing was written\./);
    expect(readdirSync(path('mine'))).toEqual(['README.md']);
    expect(readFileSync(path('mine/README.md'), 'utf8')).toBe('mine');
  });
});

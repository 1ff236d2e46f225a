// Invariants and fuzzing in the test runners, as a user has them: needs the built package.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { modules, type UserProject, userProject } from '../support/userProject.ts';

/** Two tests, of which the second fails. `TEST` is how a runner begins one, `END` how it ends it. */
const TESTS = `
TEST('approvals are kept', async (BOX) => {
  const { strk } = box;
  const report = await fuzz('an allowance is what was approved', strk.write.approve, {
    box,
    contracts: { strk },
    args: { spender: oneOf('0x77') },
    runs: 10,
    check: async ({ strk, actors, last }) =>
      (await strk.read.allowance(actors[last.actor], '0x77')) === last.values[1],
  });
  if (report.calls !== 10) throw new Error(JSON.stringify(report));
}END;
TEST('nobody is paid', async (BOX) => {
  const { strk } = box;
  await invariant('0x77 stays poor', {
    box,
    contracts: { strk },
    calls: ['strk.transfer'],
    args: { recipient: oneOf('0x77'), amount: between(0n, 100n) },
    runs: 20,
    check: async ({ box }) => (await box.balanceOf('0x77')) < 5n,
  });
}END;
`;

const NAMES = '{ between, fuzz, invariant, oneOf';
const written = (begin: string, box: string, end = ')') =>
  TESTS.replaceAll('TEST', begin).replaceAll('BOX', box).replaceAll('END', end);

const FILES: Readonly<Record<string, string>> = {
  'vitest/package.json': '{ "type": "module" }',
  'vitest/fuzz.test.js': `import ${NAMES} } from 'starbox/testing';
import { sandboxTest } from 'starbox/testing/vitest';
const test = sandboxTest({ seed: 7 });
${written('test', '{ box }')}`,
  'jest/package.json': '{}',
  'jest/fuzz.test.js': `const ${NAMES}, withSandbox } = require('starbox/testing');
${written('test', 'box', '))').replaceAll(', async (box)', ', withSandbox({ seed: 7 }, async (box)')}`,
  'node/fuzz.test.mjs': `import { test } from 'node:test';
import ${NAMES}, withSandbox } from 'starbox/testing';
${written('test', 'box', '))').replaceAll(', async (box)', ', withSandbox({ seed: 7 }, async (box)')}`,
};

describe.runIf(isBuilt)('runs of invariants (need dist/)', () => {
  let project: UserProject;
  beforeAll(() => {
    project = userProject();
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(join(project.folder, name, '..'), { recursive: true });
      writeFileSync(join(project.folder, name), text);
    }
  });
  afterAll(() => project.remove());

  const runners: Readonly<Record<string, () => readonly string[]>> = {
    vitest: () => [join(modules, 'vitest/vitest.mjs'), 'run', '--root', 'vitest', '--testTimeout', '120000'],
    jest: () => [
      join(modules, 'jest/bin/jest.js'),
      '--config',
      JSON.stringify({ rootDir: join(project.folder, 'jest'), testTimeout: 60_000 }),
    ],
    'node:test': () => ['--test', '--test-reporter', 'spec', join('node', 'fuzz.test.mjs')],
  };

  test.each(Object.keys(runners))('%s runs fuzz and shows what breaks an invariant', async (runner) => {
    const { status, output } = await project.run(process.execPath, runners[runner]!());
    const text = stripVTControlCharacters(output);
    expect(status).toBe(1);
    expect(text).toMatch(/1 passed|pass 1/);
    expect(text).toMatch(/1 failed|fail 1/);
    expect(text).toContain('0x77 stays poor: fails after this step:');
    expect(text).toContain("1. alice calls strk.transfer(recipient: '0x77', amount: 5n)");
    expect(text).toContain("await strk.write.transfer('0x77', 5n, { from: alice });");
    expect(text).toMatch(/npx starbox debug 0x[0-9a-f]+ --at \d+ --state \S+/);
  });
});

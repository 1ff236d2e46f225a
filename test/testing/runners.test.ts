// What test runners print of mistakes that only show in a whole run: needs the built package.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { PATIENT } from '../support/patient.ts';
import { modules, type UserProject, userProject } from '../support/userProject.ts';

const FORGOTTEN = `
const sandbox = useSandbox({ seed: 7, isolation: 'restore'HOOKS });
test('forgets the await', async () => {
  sandbox.box.strk.write.transfer('0x99', 5n);
});
test('starts from the setup', async () => {
  if ((await sandbox.box.balanceOf('0x99')) !== 0n) throw new Error(['it sees', 'the other test'].join(' '));
});
`;

const FILES: Readonly<Record<string, string>> = {
  'vitest/forgotten.test.js': `
import { useSandbox } from 'starbox/testing';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
${FORGOTTEN.replace('HOOKS', ', hooks: { beforeAll, afterEach, afterAll }')}`,
  'vitest/slow.test.js': `
import { withSandbox } from 'starbox/testing';
import { test } from 'vitest';
test('has too little time', withSandbox({ seed: 7, setup: () => new Promise(() => {}) }, (box) => box.mint('0x1', 5n)), 300);
`,
  'vitest/endless.test.js': `
import { sandboxTest } from 'starbox/testing/vitest';
import { test as plainTest } from 'vitest';
const test = sandboxTest({ seed: 7, setup: () => new Promise(() => {}), setupTimeout: 300 });
test('waits for setup', async ({ box }) => box.mint('0x1', 5n));
plainTest('needs no sandbox', () => {});
`,
  'vitest/longer.test.js': `
import { sandboxTest } from 'starbox/testing/vitest';
const test = sandboxTest({ seed: 7, setup: () => new Promise((done) => setTimeout(done, 6000)) });
test.for([1])('has the time of setup', async (_, { box }) => { box.snapshot(); });
sandboxTest({ setup: () => { console.log('prepared for nothing'); } });
`,
  'vitest/failing.test.js': `
import { sandboxTest } from 'starbox/testing/vitest';
const test = sandboxTest({ seed: 7, setup: (box) => box.mint('0x1', 5n) });
test('fails for another reason', async ({ box }) => { await box.mint('0x1', 5n); throw new Error('another reason'); });
`,
  'jest/forgotten.test.js': `const { useSandbox } = require('starbox/testing');${FORGOTTEN.replace('HOOKS', '')}`,
  'jest/slow.test.js': `
const { useSandbox } = require('starbox/testing');
useSandbox({ seed: 7, setup: () => new Promise(() => {}), setupTimeout: 300 });
test('has too little time', () => {});
`,
  'jest/longer.test.js': `
const { useSandbox } = require('starbox/testing');
const sandbox = useSandbox({ seed: 7, setup: () => new Promise((done) => setTimeout(done, 6000)) });
test('has the time of setup', () => { sandbox.box.snapshot(); });
`,
  'node/forgotten.test.mjs': `
import { after, afterEach, before, test } from 'node:test';
import { useSandbox } from 'starbox/testing';
${FORGOTTEN.replace('HOOKS', ', hooks: { before, afterEach, after }')}`,
  'vitest/registered.test.js': `
import { useSandbox } from 'starbox/testing/vitest';
import { expect, test } from 'vitest';
const sandbox = useSandbox({ seed: 7, setup: (box) => box.mint('0x99', 5n) });
test('uses the hooks of vitest', async () => expect(await sandbox.box.balanceOf('0x99')).toBe(5n));
`,
  'node/unawaited.test.mjs': `
import { test } from 'node:test';
import { assertReverts, withSandbox } from 'starbox/testing';
test('asserts later', withSandbox({ seed: 7 }, async (box) => {
  const failed = new Promise((done) => process.once('unhandledRejection', done));
  assertReverts(box.mint('0x99', 5n));
  await failed;
}));
`,
  'node/endless.test.mjs': `
import { test } from 'node:test';
import { withSandbox } from 'starbox/testing';
const options = { seed: 7, setup: () => new Promise(() => {}), setupTimeout: 300 };
test('waits for setup', withSandbox(options, async (box) => box.mint('0x1', 5n)));
`,
  'node/slow.test.mjs': `
import { after, test } from 'node:test';
import { withSandbox } from 'starbox/testing';
let isOver = false;
after(() => { isOver = true; });
const setup = () => new Promise((done) => {
  const timer = setInterval(() => isOver && (clearInterval(timer), done()), 50);
});
test('has too little time', { timeout: 300 }, withSandbox({ seed: 7, setup }, async (box) => box.mint('0x1', 5n)));
`,
};

/** The lines of a stack. */
const framesIn = (output: string) => output.split('\n').filter((line) => /^\s+at .*:\d+:\d+/.test(line));

describe.runIf(isBuilt)('runs of tests (need dist/)', () => {
  let project: UserProject;
  beforeAll(() => {
    project = userProject();
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(join(project.folder, name, '..'), { recursive: true });
      writeFileSync(join(project.folder, name), text);
    }
    writeFileSync(join(project.folder, 'jest/package.json'), '{}');
    writeFileSync(join(project.folder, 'vitest/package.json'), '{ "type": "module" }');
  });
  afterAll(() => project.remove());

  const node = process.execPath;
  const runners: Readonly<Record<string, (file: string) => Promise<{ readonly output: string }>>> = {
    vitest: (file) => {
      // The setup of longer.test.js takes longer than a test may by default.
      const limits = file === 'longer' ? [] : PATIENT;
      return project.run(node, [join(modules, 'vitest/vitest.mjs'), 'run', '--root', 'vitest', file, ...limits]);
    },
    jest: (file) => {
      // A limit for hooks that the setup of longer.test.js does not keep, and everything else does, also on a busy machine.
      const testTimeout = file === 'longer' ? 5000 : 60_000;
      const config = JSON.stringify({ rootDir: join(project.folder, 'jest'), testTimeout });
      return project.run(node, [join(modules, 'jest/bin/jest.js'), '--config', config, file]);
    },
    node: (file) => project.run(node, ['--test', '--test-reporter', 'spec', join('node', `${file}.test.mjs`)]),
  };

  test.each(Object.keys(runners))('%s names the test that forgot an await, and the next one passes', async (runner) => {
    const { output } = await runners[runner]!('forgotten');
    expect(output).toMatch(/`transfer` of the contract 0x4718\w+ \(called at .*forgotten\.test\.m?js:\d+/);
    expect(output).toContain('Is an `await` missing there?');
    expect(output).toMatch(/(?:FAIL|●|✖).*forgets the await/);
    expect(output).not.toContain('it sees the other test');
  });

  test('vitest says that the time of a test went to setup', async () => {
    const { output } = await runners['vitest']!('slow');
    expect(output).toContain('Test timed out in 300ms');
    expect(output).toMatch(/The time of this test has ended: `setup` was still running, after \d+\.\d s/);
    expect(output).toContain('`testTimeout` in vitest.config.ts');
  });

  test('vitest gives setup a time of its own, and only for tests that need it', async () => {
    const { output } = await runners['vitest']!('longer');
    expect(output).toContain('1 passed');
    expect(output).not.toContain('prepared for nothing');
  });

  test.each(['vitest', 'node'])('%s names setup where its time ends, and the line of its options', async (runner) => {
    const output = stripVTControlCharacters((await runners[runner]!('endless')).output);
    expect(output).toMatch(/SetupTimeoutError\]?: `setup` has not ended after 0\.3 s/);
    expect(output).toContain('If it needs more time, pass setupTimeout beside it: { setup, setupTimeout: 600 }.');
    expect(output).toMatch(/endless\.test\.m?js:(4:14|5:25)/);
    expect(output).toMatch(runner === 'vitest' ? /1 failed \| 1 passed/ : /fail 1/);
  });

  test('vitest does not speak of setup where a test fails for another reason', async () => {
    const { output } = await runners['vitest']!('failing');
    expect(output).toContain('another reason');
    expect(output).not.toContain('`setup`');
  });

  test('node:test says that the time of a test went to setup', async () => {
    const { output } = await runners['node']!('slow');
    expect(output).toMatch(/The time of this test has ended: `setup` was still running, after \d+\.\d s/);
    expect(output).toContain('test(name, { timeout: 60_000 }, run)');
  });

  test('vitest has useSandbox with its own hooks, without globals', async () => {
    expect((await runners['vitest']!('registered')).output).toContain('1 passed');
  });

  test('node:test names the line of an assertion without await', async () => {
    const { output } = await runners['node']!('unawaited');
    expect(output).toContain('Expected a revert, but it succeeded.');
    expect(framesIn(output)[0]).toContain('unawaited.test.mjs:6:');
  });

  test('jest gives setup a time of its own, and names it when that ends', async () => {
    const { output } = await runners['jest']!('slow');
    expect(output).toContain('`setup` has not ended after 0.3 s. If it needs more time, pass setupTimeout');
    expect(framesIn(output)[0]).toContain('slow.test.js:3:');
    expect((await runners['jest']!('longer')).output).toContain('1 passed');
  });
});

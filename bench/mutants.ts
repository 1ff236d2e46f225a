// npm run bench:mutants: mutants of an ERC-20 token with 30 tests (conformance/mutants/coinSuite.ts), tried by `starbox mutate` with vitest in
// a project as users have it, with the default number of workers. Prints the time of the run, scaled to 1,000 mutants, which counts on an idle
// machine alone, and the processor time of all its processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { MutantProject } from '../test/support/mutantProject.ts';
import { childrenMs, duration, limitRow, printRows } from './harness.ts';

const project = new MutantProject(['Coin']);
const put = (name: string, text: string) => writeFileSync(join(project.folder, name), text);

/** The tests as a user would have them: the suite with the fixture of vitest. */
function makeProject(): void {
  const modules = join(project.folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(resolve('.'), join(modules, 'starbox'), 'junction');
  symlinkSync(resolve('node_modules/vitest'), join(modules, 'vitest'), 'junction');
  put('package.json', '{ "type": "module" }');
  for (const name of ['suite.ts', 'coinSuite.ts'])
    put(
      name,
      readFileSync(join('conformance/mutants', name), 'utf8').replace(
        /'\.\.\/\.\.\/src\/(testing|library)\/index\.ts'/g,
        (_, part) => (part === 'testing' ? "'starbox/testing'" : "'starbox'"),
      ),
    );
  put(
    'coin.test.ts',
    `import { sandboxTest } from 'starbox/testing/vitest';
     import { coinSuite } from './coinSuite.ts';
     const CLASS = 'target/dev/mutants_Coin.contract_class.json';
     const deploy = (box, args) => box.deploy(CLASS, args);
     const test = sandboxTest({
       seed: 7,
       accounts: 3,
       setup: async (box) => ({ contract: await deploy(box, coinSuite.arguments(box)) }),
     });
     for (const [name, run] of Object.entries(coinSuite.tests))
       test(name, async ({ box, values: { contract } }) => {
         const [owner, alice, bob] = box.accounts;
         await run({ box, contract, owner, alice, bob, deploy });
       });`,
  );
}

try {
  makeProject();
  const [before, began] = [childrenMs(), performance.now()];
  const words = [resolve('dist/cli.js'), 'mutate', '--json', '--', process.execPath];
  const child = spawn(process.execPath, [...words, resolve('node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  const [processorMs, ms] = [childrenMs() - before, performance.now() - began];
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${output}`);
  const { score, counts, tests, mutants } = JSON.parse(output.slice(output.indexOf('{\n  "score"')));
  console.log(JSON.stringify({ score, counts, tests }));
  const per1000 = 1000 / mutants.length;
  printRows(`${mutants.length} mutants of an ERC-20 with ${tests} tests, vitest, ${availableParallelism()} cores`, [
    limitRow('time of 1,000 mutants', ms * per1000, 60_000),
  ]);
  console.log(
    `  ${duration(ms)} for all, processor time ${duration(processorMs)}, ${duration(processorMs * per1000)} for 1,000`,
  );
} finally {
  project.remove();
}

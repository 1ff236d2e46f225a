import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AttackGroup, mustHold } from '../attack.ts';
import { program, starbox } from '../command.ts';

const SCRIPT = '<script>alert(1)</script>';

const report = (mutant: object) =>
  JSON.stringify({
    starboxMutantReport: 1,
    mutants: [
      {
        id: '0123456789abcdef',
        kind: 'check',
        change: '12 take 1',
        text: `${SCRIPT}\u001b[2J`,
        functionName: `a::${SCRIPT}`,
        contract: SCRIPT,
        state: 'survived',
        tests: 1,
        ...mutant,
      },
    ],
    tests: 1,
    lines: 1,
    contracts: [SCRIPT],
    withoutLines: [SCRIPT],
  });

const HOSTILE_TEXTS: readonly string[] = [
  '',
  '{',
  '['.repeat(2_000_000),
  `{"starboxMutantReport":1,"mutants":[${'{},'.repeat(500_000)}{}]}`,
  '{"__proto__":{"starboxMutantReport":1}}',
  report({ change: '1 flip; '.repeat(500_000) }),
  report({ place: { path: '/etc/passwd', line: -1, column: 2 ** 60 } }),
  report({ state: 'constructor' }),
];

/** Results and corpus folders are input: a pull request may bring them along. */
export const searches: AttackGroup = {
  name: 'Searches',
  attacks: [
    {
      name: 'results of starbox mutate that are no reports, endless, or full of markup',
      short: true,
      run: async ({ folder }) => {
        const results = join(folder, 'results');
        const file = join(results, 'mutants.json');
        mkdirSync(results);
        const show = async (): Promise<number | string> => starbox(['mutate', 'results'], { cwd: folder }).end;
        for (const text of HOSTILE_TEXTS) {
          writeFileSync(file, text);
          const status = await show();
          mustHold(status === 1, `it ended with ${status} for ${text.slice(0, 60)}`);
        }
        for (const make of [() => symlinkSync('/dev/zero', file), () => spawnSync('mkfifo', [file])]) {
          rmSync(file);
          make();
          const status = await show();
          mustHold(status === 1, `it ended with ${status} for a device or a FIFO`);
        }
        rmSync(file);
        writeFileSync(file, report({ place: { path: '/etc/passwd', line: 1, column: 1, source: SCRIPT } }));
        const command = starbox(['mutate', 'results'], { cwd: folder });
        mustHold((await command.end) === 0, `a report is refused: ${command.output().slice(-300)}`);
        mustHold(!command.output().includes('\u001b'), 'the terminal gets what a report says');
        const page = readFileSync(join(results, 'index.html'), 'utf8');
        mustHold(!page.includes(SCRIPT), 'the page runs what a report says');
        mustHold(!page.includes('root:'), 'the page shows a file that a report names');
        return `${HOSTILE_TEXTS.length + 2} refused, markup escaped`;
      },
    },
    {
      name: 'a corpus of an invariant with hundreds of files that are no sequences',
      short: true,
      run: async ({ folder }) => {
        const corpus = join(folder, 'corpus');
        mkdirSync(corpus);
        const put = (name: string, text: string) => writeFileSync(join(corpus, `x.failure.${name}.json`), text);
        for (const [i, text] of HOSTILE_TEXTS.entries()) put(`${i}`, text);
        for (let i = 0; i < 300; i++) put(`many${i}`, `[{"action":"strk.transfer","actor":"alice","values":[${i}]}]`);
        put('long', `[${'{"action":"strk.transfer","actor":"alice","values":[]},'.repeat(200_000)}{}]`);
        const values = ['"x"', '-1', '{"$integer":"-1"}', '[0,0,7]', '[]', '{"$bytes":[1]}', 'null'];
        for (const action of ['time', 'blocks', 'reorder', 'exerciser.on_message'])
          for (const [i, value] of values.entries())
            put(`${action}${i}`, `[{"action":"${action}","actor":"alice","values":[${value},${value}]}]`);
        put(
          'steps',
          `[${'{"action":"blocks","actor":"alice","values":[]},'.repeat(10_000)}${'{"action":"blocks","actor":"alice","values":[]}'}]`,
        );
        put('names', '[{"action":"__proto__","actor":"constructor","values":[{"__proto__":1}]}]');
        symlinkSync('/dev/zero', join(corpus, 'x.failure.zero.json'));
        symlinkSync('/etc/passwd', join(corpus, 'x.reached.passwd.json'));
        spawnSync('mkfifo', [join(corpus, 'x.reached.pipe.json')]);
        const dist = (name: string) => JSON.stringify(pathToFileURL(resolve('dist', name)).href);
        const test = `
          import { writeFileSync } from 'node:fs';
          const { Sandbox } = await import(${dist('index.js')});
          const { invariant } = await import(${dist('testing.js')});
          const box = await Sandbox.create({ seed: 7 });
          const exerciser = await box.deploy(${JSON.stringify(resolve('contracts/classes/exerciser.sierra.json'))}, [0n]);
          const { sequences } = await invariant('x', {
            box, contracts: { strk: box.strk, exerciser }, moves: ['time', 'blocks', 'reorder'],
            corpus: 'corpus', runs: 5, depth: 3, check: () => true, progress: false,
          });
          writeFileSync('sequences', String(sequences));
          await box.close();`;
        const command = program(['--input-type=module', '-e', test], { cwd: folder });
        const status = await command.end;
        mustHold(status === 0, `it ended with ${status}: ${command.output().slice(-300)}`);
        mustHold(existsSync(join(folder, 'sequences')), 'nothing ran');
        return `${readFileSync(join(folder, 'sequences'), 'utf8')} sequences ran`;
      },
    },
  ],
};

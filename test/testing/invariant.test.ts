import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DeployedContract, Sandbox } from '../../src/index.ts';
import {
  between,
  fuzz,
  InvariantError,
  type InvariantOptions,
  invariant,
  type NamedContracts,
  oneOf,
} from '../../src/testing/index.ts';
import { deployPlanted, ownClassFile, plantedBox } from '../support/planted.ts';

let box: Sandbox;
let club: DeployedContract;
let limbs: DeployedContract;
const folder = mkdtempSync(join(tmpdir(), 'starbox-invariants-'));
beforeAll(async () => {
  box = await plantedBox();
  club = await deployPlanted(box, 'Club');
  limbs = await deployPlanted(box, 'Limbs');
});
afterAll(async () => {
  await box.close();
  rmSync(folder, { recursive: true });
});

type Options<C extends NamedContracts> = InvariantOptions<C, Record<string, never>>;

/** The failure of an invariant. */
async function failureOf<const C extends NamedContracts>(options: Omit<Options<C>, 'box'>): Promise<InvariantError> {
  const error = await invariant('every member knows its place', { box, ...options }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvariantError);
  return error as InvariantError;
}

const knowsItsPlace: Options<{ club: DeployedContract }>['check'] = async ({ club }) => {
  const count = Number(await club.read.count());
  for (let place = 1; place <= count; place++)
    expect(await club.read.place_of(await club.read.member(place))).toBe(BigInt(place));
};

test('the message has the steps, the calls, a test to paste and the command of the debugger', async () => {
  const error = await failureOf({ contracts: { club }, check: knowsItsPlace });
  expect(error.message).toContain(`every member knows its place: fails after these 3 steps:

  1. alice calls club.join()
  2. bob calls club.join()
  3. alice calls club.leave()

The check fails with: expected 2n to be 1n`);
  expect(error.message).toContain('Club.leave()');
  expect(error.message).toContain('Where it wrote to storage last:\n\n  at Club.leave()\n');
  expect(error.message).toContain('No line of Cairo is known: Club has no debug information. docs/debugging.md says');
  expect(error.message).toMatch(/Found by sequence \d+ of 100 with seed 0/);
  expect(error.message).toMatch(/npx starbox debug 0x[0-9a-f]+ --at \d+ --state \S+\.state/);
  expect(error.message).toMatch(/npx starbox --state \S+\.state --ui, and then http:\S+\/tx\/0x\w+\/debug\?at=\d+$/);
  expect(error.test).toBe(`test('every member knows its place', async ({ box, values: { club } }) => {
  const [alice, bob] = box.accounts;
  await club.write.join({ from: alice });
  await club.write.join({ from: bob });
  await club.write.leave({ from: alice });
  // The check that failed.
  if ((await check({ box, club })) === false) throw new Error('The check returned false.');
});`);
});

test('the same seed finds the same, and the sequence repeats it', async () => {
  const options = { contracts: { club }, check: knowsItsPlace, seed: 3 };
  const [first, second] = [await failureOf(options), await failureOf(options)];
  const plain = ({ message }: Error) => message.replaceAll(/--state \S+/g, '');
  expect(plain(second)).toBe(plain(first));
  const repeated = await failureOf({ ...options, sequence: first.sequence });
  expect(repeated.sequence).toEqual(first.sequence);
});

test('a sandbox and its sequences have nothing in common: the chain is as it was', async () => {
  const before = await box.blocks.number();
  await failureOf({ contracts: { club }, check: knowsItsPlace });
  expect(await box.blocks.number()).toBe(before);
  expect(await club.read.count()).toBe(0n);
});

test('actions of the user draw values, keep ghosts and may be reverted', async () => {
  const report = await invariant('the total is what was credited', {
    box,
    contracts: { limbs },
    runs: 20,
    ghosts: () => ({ credited: 0n }),
    actions: {
      credit: async ({ limbs, actor, draw, ghosts }) => {
        const amount = draw(between(1n, 1000n));
        await limbs.write.credit(draw(oneOf('0x1', '0x2')), amount, { from: actor });
        ghosts.credited += amount;
      },
      fail: async ({ limbs }) => limbs.write.credit('0x1', 2n ** 256n - 1n).then(() => limbs.write.credit('0x2', 1n)),
    },
    check: async ({ limbs, ghosts, last }) => {
      if (last?.action !== 'fail') expect(await limbs.read.total()).toBeGreaterThanOrEqual(ghosts.credited);
    },
  });
  expect(report.actions['credit']!.calls).toBeGreaterThan(20);
  expect(report.actions['fail']!.reverted).toBe(report.actions['fail']!.calls);
  expect(report.warnings.join()).toMatch(/fail was reverted each of \d+ times, mostly with: .*Overflow/);
});

test('a failure of an action is repeated by its sequence', async () => {
  const error = await failureOf({
    contracts: { limbs },
    actions: {
      credit: async ({ draw }) => {
        if (draw(between(0n, 10n ** 20n)) > 77n) throw new Error('too much');
      },
    },
    check: () => true,
  });
  expect(error.sequence).toEqual([{ action: 'credit', actor: 'alice', values: [78n] }]);
  expect(error.message).toContain('1. alice: credit with 78n\n\nThe last step fails with: too much');
  expect(error.test).toContain("sequence: [\n    { action: 'credit', actor: 'alice', values: [78n] },\n  ] });");
});

/** Runs the test that a failure wrote. */
const runTest = (text: string, given: object, names: object): Promise<void> => {
  const test = (_: string, run: (given: object) => Promise<void>) => run(given);
  const all = { test, ...names };
  return new Function(...Object.keys(all), `return ${text}`)(...Object.values(all));
};

test('the test of a failure fails as the invariant does', async () => {
  const error = await failureOf({ contracts: { club }, check: knowsItsPlace });
  await using clone = box.clone();
  const own = clone.contract(club.abi, club.address);
  await expect(runTest(error.test, { box: clone, values: { club: own } }, { check: knowsItsPlace })).rejects.toThrow(
    'expected 2n to be 1n',
  );
});

test('a check that looks at ghosts or the last step is repeated by the invariant itself', async () => {
  const options = {
    box,
    contracts: { limbs },
    ghosts: () => ({ calls: 0 }),
    check: ({ ghosts, last }: { ghosts: { calls: number }; last: unknown }) => last === undefined || ++ghosts.calls < 2,
  };
  const error = await failureOf(options as never);
  expect(error.test).toContain("await invariant('every member knows its place', { ...options, sequence: [");
  const names = { invariant, options, InvariantError };
  await expect(runTest(error.test, { box, values: { limbs } }, names)).rejects.toThrow('fails after these 2 steps');
});

test('messages from L1 are among the calls, and their test delivers them', async () => {
  const exerciser = await box.deploy(ownClassFile('exerciser'), [0n] as never);
  const check = async ({ exerciser }: { exerciser: DeployedContract }) => (await exerciser.read.get('0x0')) === '0x0';
  const error = await failureOf({ contracts: { exerciser }, calls: ['exerciser.on_message'], check: check as never });
  expect(error.message).toContain("L1 contract 0x0 sends exerciser.on_message(value: '0x1')");
  expect(error.message).toContain('Exerciser.on_message(');
  expect(error.sequence).toEqual([{ action: 'exerciser.on_message', actor: 'alice', values: [0n, '0x1'] }]);
  await using clone = box.clone();
  const own = clone.contract(exerciser.abi, exerciser.address) as DeployedContract;
  await expect(runTest(error.test, { box: clone, values: { exerciser: own } }, { check })).rejects.toThrow(
    'The check returned false.',
  );
});

test('the sender of a message from L1 can be chosen', async () => {
  const exerciser = await box.deploy(ownClassFile('exerciser'), [0n] as never);
  const senders = ['0xb1', 0xb2n] as const;
  const seen = new Set<unknown>();
  const error = await failureOf({
    contracts: { exerciser },
    calls: ['exerciser.on_message'],
    args: { from_address: oneOf<unknown>(...senders) },
    check: async ({ exerciser, last }) => {
      if (last) seen.add(last.values[0]);
      return (await (exerciser as DeployedContract).read.get('0xb2')) === '0x0';
    },
  });
  expect([...seen].every((sender) => senders.includes(sender as never))).toBe(true);
  expect(error.message).toContain("L1 contract 0xb2 sends exerciser.on_message(value: '0x1')");
});

test('files of a corpus that are no sequences of this test are left out', async () => {
  const corpus = join(folder, 'hostile');
  mkdirSync(join(corpus, 'x.failure.0.json'), { recursive: true });
  const step = (values: readonly unknown[]) => JSON.stringify([{ action: 'strk.transfer', actor: 'alice', values }]);
  const move = (action: string, ...values: unknown[]) => ({ action, actor: 'alice', values });
  const moves = [
    ['time', 'x'],
    ['time', -1],
    ['blocks', { $integer: '99' }],
    ['reorder', 5],
    ['reorder', [0, 0, 7]],
  ];
  const texts = [
    '',
    '[',
    `[${'['.repeat(200_000)}`,
    step([{ a: 1 }]),
    step(['0x5', -1]),
    ' '.repeat(2_000_000),
    ...moves.map(([action, value]) => JSON.stringify([move(action as string, value)])),
    // One that fits, but has more steps than sequences of this test.
    JSON.stringify(Array(11).fill(move('blocks', { $integer: '1' }))),
  ];
  for (const [i, text] of texts.entries()) writeFileSync(join(corpus, `x.reached.${i}.json`), text);
  const options = { box, contracts: { strk: box.strk }, check: () => true };
  const all = ['time', 'blocks', 'reorder'] as const;
  const { sequences } = await invariant('x', { ...options, corpus, runs: 2, depth: 10, moves: all });
  expect(sequences).toBe(2);
  // One that the test itself gives must fit.
  const sequence = [{ action: 'strk.transfer', actor: 'alice', values: [{ a: 1 }] }];
  await expect(invariant('x', { ...options, sequence })).rejects.toThrow('argument `recipient`');
});

test('a sequence of the corpus whose values the sets of the test do not have any more is left out', async () => {
  const corpus = join(folder, 'narrower');
  const run = (most: bigint) =>
    invariant('small credits', {
      box,
      contracts: { limbs },
      calls: ['limbs.credit'],
      args: { amount: between(0n, most) },
      corpus,
      runs: 10,
      check: async ({ limbs }) => (await limbs.read.total()) <= 10_000n,
    });
  await expect(run(10n ** 20n)).rejects.toThrow('10001n');
  await expect(run(10n ** 20n)).rejects.toThrow('Found again in the corpus: ');
  const { warnings } = await run(9n);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^one sequence of the corpus that failed before is not repeated, .*small-credits\.failure\.\w+\.json$/,
    ),
  ]);
});

test('a corpus keeps what reached new places and what failed, and runs it first', async () => {
  const options = { contracts: { club }, check: knowsItsPlace, corpus: join(folder, 'corpus') };
  const first = await failureOf(options);
  const names = readdirSync(join(folder, 'corpus'));
  expect(names.filter((name) => name.includes('.failure.'))).toHaveLength(1);
  expect(names.filter((name) => name.includes('.reached.')).length).toBeGreaterThan(1);
  const again = await failureOf({ ...options, seed: 99 });
  const [file] = names.filter((name) => name.includes('.failure.'));
  expect(again.message).toContain(`Found again in the corpus: ${join(folder, 'corpus', file!)} (remove it if`);
  expect(again.sequence).toEqual(first.sequence);
});

test('the test and the reports are written to files', async () => {
  const [emit, report] = [join(folder, 'new/club.test.ts'), join(folder, 'report.json')];
  const error = await failureOf({ contracts: { club }, check: knowsItsPlace, emit, report });
  expect(readFileSync(emit, 'utf8')).toContain(`${error.test}\n`);
  expect(error.message).toContain(`\n\nThe test is in ${emit}\n\n`);
  const written = JSON.parse(readFileSync(report, 'utf8'));
  expect(written).toMatchObject({ name: 'every member knows its place', seed: 0, failure: error.message });
  expect(written.places).toBeGreaterThan(500);
  await failureOf({ contracts: { club }, check: knowsItsPlace, report: join(folder, 'report.html') });
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(page).toContain('<title>every member knows its place: fails</title>');
  expect(page).toContain('<td>club.leave<td class="n">');
});

test('two tests cannot write their reports to one file', async () => {
  const options = { box, contracts: { limbs }, runs: 1, progress: false, report: join(folder, 'one.json') } as const;
  const run = (name: string) => invariant(name, { ...options, check: () => true });
  await run('first');
  await run('first');
  await expect(run('second')).rejects.toThrow(
    /report: '.*one\.json' has the report of 'first' already\. Give 'second'/,
  );
  const { actions } = JSON.parse(readFileSync(options.report, 'utf8'));
  expect(Object.keys(actions)).toEqual(['limbs.credit']);
});

test('a sandbox with a mempool or an interval is called one transaction after the other', async () => {
  for (const blockGenerationOn of ['mempool', 30] as const) {
    await using other = await Sandbox.create({ seed: 7, blockGenerationOn });
    const { strk } = other;
    const check = () => true;
    const report = await invariant('x', { box: other, contracts: { strk }, calls: ['strk.approve'], runs: 2, check });
    expect(report.calls).toBeGreaterThan(report.reverted);
  }
});

test('a check that nothing could break is an error that names what was reverted', async () => {
  await expect(
    invariant('nobody leaves', { box, contracts: { club }, calls: ['club.leave'], runs: 5, check: () => true }),
  ).rejects.toThrow(
    /nothing was tested, since all \d+ calls were reverted\.\n {2}club\.leave was reverted each of \d+ times, mostly with: Club: not a member/,
  );
});

test('actions that change nothing are named, and an error if there are no others', async () => {
  const options = { box, contracts: { limbs }, runs: 5, progress: false, check: () => true } as const;
  const look = async ({ limbs }: { readonly limbs: DeployedContract }) => void (await limbs.read.total());
  await expect(invariant('x', { ...options, actions: { look } })).rejects.toThrow(
    /nothing was tested, since no action changed the chain: .*\n {2}look changed nothing each of \d+ times/,
  );
  const { warnings, actions } = await invariant('x', { ...options, actions: { look }, calls: ['limbs.credit'] });
  expect(warnings).toEqual([expect.stringMatching(/^look changed nothing each of \d+ times$/)]);
  expect(actions['limbs.credit']!.idle).toBe(0);
  // A test that only reads is none of that.
  await fuzz('x', look, { box, contracts: { limbs }, runs: 2 });
});

test('a function that is never called is named', async () => {
  const options = { box, contracts: { club, limbs }, calls: ['club.join', 'limbs.credit'], runs: 1, depth: 1 };
  const { warnings, actions } = await invariant('x', { ...options, progress: false, check: () => true });
  expect(warnings).toHaveLength(1);
  const [never] = Object.entries(actions).find(([, { calls }]) => calls === 0)!;
  expect(warnings).toEqual([`${never} was never called`]);
});

test('a function that is always reverted is named, on the terminal too', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const options = { box, contracts: { club, limbs }, calls: ['club.leave', 'limbs.credit'], runs: 10 };
    const { warnings } = await invariant('x', { ...options, check: () => true });
    expect(warnings).toEqual([expect.stringMatching(/^club\.leave was reverted each of \d+ times, mostly with: Club/)]);
    expect(written.mock.calls.flat()).toContain(`x: ${warnings[0]}\n`);
    written.mockClear();
    await invariant('x', { ...options, progress: false, check: () => true });
    expect(written).not.toHaveBeenCalled();
  } finally {
    written.mockRestore();
  }
});

test('mistakes are errors that say what to do', async () => {
  const check = () => true;
  const run = (options: object) => invariant('x', { box, contracts: { club }, check, runs: 1, ...options } as never);
  await expect(run({ chek: check })).rejects.toThrow("There is no option 'chek'. Did you mean check?");
  await expect(run({ check: undefined })).rejects.toThrow('invariant needs `check`');
  await expect(run({ calls: ['club.jion'] })).rejects.toThrow(
    'There is no function club.jion. Did you mean club.join?',
  );
  await expect(run({ contracts: {} })).rejects.toThrow('Nothing can be called');
  await expect(run({ contracts: { club: '0x5' } })).rejects.toThrow('contracts.club must be a contract of a sandbox');
  await expect(run({ contracts: { box: club } })).rejects.toThrow("contracts cannot have the name 'box'");
  await expect(run({ args: { amout: between(0, 1) } })).rejects.toThrow('no function has the parameter amout');
  await expect(run({ args: { amount: 5 } })).rejects.toThrow('args.amount must be a set of values');
  await expect(run({ runs: 0 })).rejects.toThrow('runs must be a whole number from 1');
  await expect(run({ moves: ['tide'] })).rejects.toThrow("There is no move 'tide'");
  await expect(run({ sequence: [{ action: 'x', actor: 'y', values: [] }] })).rejects.toThrow(
    'sequence names an action',
  );
  await expect(run({ check: () => false })).rejects.toThrow('The check fails before anything was called');
  await expect(run({ actors: {} })).rejects.toThrow('There are no actors');
});

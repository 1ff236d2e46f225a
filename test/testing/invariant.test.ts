import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DeployedContract, Sandbox } from '../../src/index.ts';
import {
  assertReverts,
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
  await check({ box, club }); // the check that failed
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
  const returned: unknown[] = [];
  const seen = async (given: never) => void returned.push(await check(given));
  await runTest(error.test, { box: clone, values: { exerciser: own } }, { check: seen });
  expect(returned).toEqual([false]);
});

test('a corpus keeps what reached new places and what failed, and runs it first', async () => {
  const options = { contracts: { club }, check: knowsItsPlace, corpus: join(folder, 'corpus') };
  const first = await failureOf(options);
  const names = readdirSync(join(folder, 'corpus'));
  expect(names.filter((name) => name.includes('.failure.'))).toHaveLength(1);
  expect(names.filter((name) => name.includes('.reached.')).length).toBeGreaterThan(1);
  const again = await failureOf({ ...options, seed: 99 });
  expect(again.message).toContain('Found again in the corpus.');
  expect(again.sequence).toEqual(first.sequence);
});

test('the test and the reports are written to files', async () => {
  const [emit, report] = [join(folder, 'new/club.test.ts'), join(folder, 'report.json')];
  const error = await failureOf({ contracts: { club }, check: knowsItsPlace, emit, report });
  expect(readFileSync(emit, 'utf8')).toBe(`${error.test}\n`);
  const written = JSON.parse(readFileSync(report, 'utf8'));
  expect(written).toMatchObject({ name: 'every member knows its place', seed: 0, failure: error.message });
  expect(written.places).toBeGreaterThan(500);
  await failureOf({ contracts: { club }, check: knowsItsPlace, report: join(folder, 'report.html') });
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(page).toContain('<title>every member knows its place: fails</title>');
  expect(page).toContain('<td>club.leave<td class="n">');
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

test('fuzz calls a function with arguments of its types, each time on the same chain', async () => {
  const report = await fuzz('a credit is the balance', limbs.write.credit, {
    box,
    contracts: { limbs },
    runs: 40,
    check: async ({ limbs, last }) => {
      const [to, amount] = last!.values;
      expect(last!.reverted).toBeUndefined();
      expect(await limbs.read.balance_of(to)).toBe(amount);
    },
  });
  expect(report).toMatchObject({ sequences: 40, calls: 40, reverted: 0 });
});

test('fuzz finds the simplest values that break a test', async () => {
  const error = await fuzz(
    'credits are small',
    async ({ limbs, draw, actor }) => {
      await limbs.write.credit(actor, draw(between(0n, 10n ** 30n)), { from: actor });
      expect(await limbs.read.total()).toBeLessThan(10n ** 12n);
    },
    { box, contracts: { limbs } },
  ).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvariantError);
  const { sequence, test } = error as InvariantError;
  expect(sequence[0]!.values).toEqual([10n ** 12n]);
  expect(test).toContain("await fuzz('credits are small', test, { ...options, sequence: [");
  await expect(fuzz('again', () => false, { box, sequence: [{ ...sequence[0]!, action: 'again' }] })).rejects.toThrow(
    'The test returned false',
  );
});

test('arguments can be arbitraries of fast-check', async () => {
  const amounts = new Set<unknown>();
  await fuzz('few amounts', limbs.write.credit, {
    box,
    contracts: { limbs },
    runs: 30,
    args: { amount: fc.bigInt(5n, 7n) },
    check: ({ last }) => void amounts.add(last!.values[1]),
  });
  expect([...amounts].sort()).toEqual([5n, 6n, 7n]);
});

test('fuzz with nothing but reverts is an error, and a test can expect them', async () => {
  const options = { box, contracts: { club }, runs: 5 };
  await expect(fuzz('nobody leaves', club.write.leave, { ...options, check: () => true })).rejects.toThrow(
    /all 5 calls were reverted\. To test that something always reverts, draw its arguments in a test/,
  );
  await fuzz('nobody leaves', ({ club, actor }) => assertReverts(club.write.leave({ from: actor })), options);
});

test('fuzz needs a check for a function of a contract', async () => {
  await expect(fuzz('x', limbs.write.credit, { box, contracts: { limbs } })).rejects.toThrow(
    'fuzz needs `check` with limbs.credit',
  );
});

// Differences of profiles: of transactions in the library, and of files in the command.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { profileDiffCommand } from '../../src/cli/commands/profileDiff.ts';
import { type ProfileFiles, profileDiff, Sandbox } from '../../src/index.ts';
import { readPprof } from '../../src/tools/profile/readPprof.ts';
import { readSpeedscope } from '../../src/tools/profile/readSpeedscope.ts';
import { DebuggingProject } from '../support/debugging.ts';

const project = new DebuggingProject();
const folder = mkdtempSync(join(tmpdir(), 'starbox-profile-diff-'));
afterAll(() => {
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The profiles and the L2 gas of transactions whose loop has 10, 30 and 70 rounds, and of one that runs something else. */
let profiles: readonly ProfileFiles[];
let gas: readonly bigint[];
let other: ProfileFiles;
beforeAll(async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  const to = await project.deploy(box);
  const sent = [];
  for (const rounds of [10n, 30n, 70n]) sent.push(await box.execute({ to, entryPoint: 'spin', calldata: [rounds] }));
  const { transactionHash } = await box.strk.write.transfer('0x77', 5n);
  gas = sent.map(({ receipt }) => BigInt(receipt.execution_resources.l2_gas));
  profiles = await Promise.all(sent.map((each) => box.profile(each.transactionHash)));
  other = await box.profile(transactionHash);
  await box.close();
});

const SPIN = 'debugging::market::Market::Functions::spin';

describe('the difference of two profiles', () => {
  test('is that of the receipts, and the changes of the functions add up to it', () => {
    for (const [before, after] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const diff = profileDiff(profiles[before]!, profiles[after]!);
      expect([diff.before, diff.after, diff.change]).toEqual([gas[before], gas[after], gas[after]! - gas[before]!]);
      const changes = diff.functions.reduce((sum, { own }) => sum + own.change, 0);
      expect(BigInt(changes)).toBe(diff.change);
    }
  });

  test('has the function with the loop, and grows with its rounds; the largest change is first', () => {
    const [few, many] = [profileDiff(profiles[0]!, profiles[1]!), profileDiff(profiles[1]!, profiles[2]!)];
    const spinOf = ({ functions }: typeof few) => functions.find(({ name }) => name === SPIN)!.own;
    expect(spinOf(few)).toEqual({
      before: spinOf(few).before,
      after: spinOf(many).before,
      change: spinOf(many).before - spinOf(few).before,
    });
    expect(spinOf(many).change).toBe(2 * spinOf(few).change);
    // The calls that lead to it have nothing of their own, but all of its change.
    const entry = few.functions.find(({ name }) => name === 'Account.__execute__')!;
    expect([entry.own.change, entry.withCalls.change]).toEqual([0, Number(few.change)]);
    const sizes = few.functions.map(({ own }) => Math.abs(own.change));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test('is shown as a table, with what is new and what was removed', () => {
    const { text, change } = profileDiff(profiles[0]!, profiles[1]!);
    expect(text).toMatch(/^\+[\d,]+ \(\+\d+\.\d\d %\) L2 gas: [\d,]+ before, [\d,]+ after\n\n/);
    expect(text.replaceAll(',', '')).toContain(`+${change} `);
    expect(text).toMatch(/\n {0,3}\+[\d,]+ +\+[\d,]+ +[\d,]+ +[\d,]+ {2}debugging::market::Market::Functions::spin\n/);
    const changed = profileDiff(profiles[0]!, other).text;
    expect(changed).toMatch(/ new +[\d,]+ {2}ERC20\.transfer\n/);
    expect(changed).toMatch(/ removed {2}debugging::market::Market::Functions::spin\n/);
    const { functions, unchanged, text: same } = profileDiff(other, other);
    expect([functions, unchanged > 5]).toEqual([[], true]);
    expect(same).toContain('No change of L2 gas: ');
  });

  test('is the same for profiles that were read from files', () => {
    const expected = profileDiff(profiles[0]!, profiles[1]!);
    for (const read of [(of: ProfileFiles) => readPprof(of.pprof), (of: ProfileFiles) => readSpeedscope(of.speedscope)])
      expect(profileDiff(read(profiles[0]!), read(profiles[1]!))).toEqual(expected);
    const { samples, l2Gas, steps } = readPprof(other.pprof);
    expect({ samples, l2Gas, steps }).toEqual({ samples: other.samples, l2Gas: other.l2Gas, steps: other.steps });
  });
});

describe('starbox profile-diff', () => {
  const path = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  async function run(...args: string[]): Promise<{ status: number; output: string; errors: string }> {
    const written = { output: '', errors: '' };
    const spies = (['output', 'errors'] as const).map((name) =>
      vi.spyOn(name === 'output' ? process.stdout : process.stderr, 'write').mockImplementation((text) => {
        written[name] += String(text);
        return true;
      }),
    );
    try {
      return { status: await profileDiffCommand(args), ...written };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  test('compares files of pprof, compressed or not, and of speedscope', async () => {
    const [before, after] = [path('before.pb', profiles[0]!.pprof), path('after.pb', gzipSync(profiles[1]!.pprof))];
    const { status, output } = await run(before, after);
    expect([status, output]).toEqual([0, profileDiff(profiles[0]!, profiles[1]!).text]);
    const mixed = await run(path('before.json', profiles[0]!.speedscope), after, '--json');
    const json = JSON.parse(mixed.output);
    expect(json.l2_gas).toEqual({
      before: Number(gas[0]),
      after: Number(gas[1]),
      change: Number(gas[1]! - gas[0]!),
    });
    expect(json.functions).toContainEqual({
      name: SPIN,
      own: { before: expect.any(Number), after: expect.any(Number), change: expect.any(Number) },
      with_calls: { before: expect.any(Number), after: expect.any(Number), change: expect.any(Number) },
    });
  });

  test('exits with 1 if the gas grew by more than --fail-over allows', async () => {
    const [few, many] = [path('few.pb', profiles[0]!.pprof), path('many.pb', profiles[2]!.pprof)];
    const grown = await run(few, many, '--fail-over', '1');
    expect([grown.status, grown.errors]).toEqual([1, expect.stringMatching(/^The L2 gas grew by \d+\.\d\d %/)]);
    expect((await run(few, many, '--fail-over', '100000')).status).toBe(0);
    expect((await run(many, few, '--fail-over', '0')).status).toBe(0);
    expect((await run(few, few, '--fail-over', '0')).status).toBe(0);
  });

  test('names a file that is missing or is no profile of gas, and says how one is made', async () => {
    const good = path('good.pb', profiles[0]!.pprof);
    await expect(run(good, join(folder, 'none.pb'))).rejects.toThrow(/none\.pb cannot be read: /);
    const steps = Buffer.from(profiles[0]!.pprof).toString('latin1').replace('L2 gas', 'L3 gas');
    const wrong = ['', 'no profile', '{}', '{"shared":', `{"shared":{"frames":[{"name":5}]},"profiles":[]}`, steps];
    const cut = [profiles[0]!.pprof.subarray(0, 5000), gzipSync('x').subarray(0, 12), Uint8Array.of(10, 255, 255)];
    for (const [i, content] of [...wrong.map((text) => Buffer.from(text, 'latin1')), ...cut].entries())
      await expect(run(path(`wrong${i}`, content), good), `${i}`).rejects.toThrow(
        /wrong\d is not a profile of L2 gas\. 'starbox profile -o FILE' writes one/,
      );
  });

  test('takes two profiles, and a percentage', async () => {
    await expect(run('one.pb')).rejects.toThrow('profile-diff takes two profiles');
    await expect(run('-', '-')).rejects.toThrow('only one');
    await expect(run('a.pb', 'b.pb', '--fail-over', 'much')).rejects.toThrow('a number of percent');
    expect((await run('--help')).output).toContain('starbox profile-diff before.pb after.pb --fail-over 1');
  });
});

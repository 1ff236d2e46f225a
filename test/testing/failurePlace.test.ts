// Where the failure of an invariant is, in a project with debug information: the line, and the debugger at that line.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { type ContractLike, InvariantError, invariant } from '../../src/testing/index.ts';
import { DebuggingProject } from '../support/debugging.ts';

let project: DebuggingProject;
let box: Sandbox;
let market: ContractLike;
beforeAll(async () => {
  project = new DebuggingProject();
  box = await Sandbox.create({ seed: 7, startTime: 1_900_000_000, artifacts: [project.artifacts] });
  const address = await project.deploy(box);
  market = box.contract(JSON.parse(readFileSync(project.classFile('Market'), 'utf8')).abi, address);
});
afterAll(async () => {
  await box.close();
  project.remove();
});

async function messageOf(options: { failOnRevert?: boolean; check: () => unknown } & object): Promise<string> {
  const error = await invariant('nothing is sold', { box, contracts: { market }, runs: 40, ...options }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvariantError);
  return (error as Error).message;
}

/** The line that the debugger shows at the moment of the link. */
async function linkedLine(message: string): Promise<string> {
  const [, hash, moment, state] = /starbox debug (0x\w+) --at (\d+) --state (\S+)/.exec(message)!;
  expect(message).toContain(`/ui/tx/${hash}/debug?at=${moment}`);
  await using loaded = await Sandbox.create({ state: state!, artifacts: [project.artifacts] });
  const { stack } = await loaded.request('sandbox_debugTransaction', {
    transaction_hash: hash as `0x${string}`,
    moment: Number(moment),
  });
  const frame = stack.find(({ file }) => file !== null)!;
  return `${frame.file}:${frame.line}`;
}

test('a failure of the check shows the line that wrote to storage last, and links to it', async () => {
  const check = ({ last }: { last?: { receipt?: { events: readonly unknown[] } } }) =>
    last === undefined || last.receipt?.events.length === 1;
  const message = await messageOf({ check: check as never });
  const { file, line } = project.mark('write');
  expect(message).toContain(`Where it wrote to storage last:

  at Market::Functions::trade (${file}:${line}:`);
  expect(message).toContain('    46 |             self.trades.write(number); // MARK: write');
  expect(await linkedLine(message)).toBe(`${file}:${line}`);
});

test('a revert shows the line that panicked, and links to it', async () => {
  const message = await messageOf({ failOnRevert: true, check: () => true });
  expect(message).toContain('Where it panicked:\n\n  at ');
  expect(message).toContain(`(${await linkedLine(message)}:`);
});

// Where a cell got its value: contracts of one class have cells of one name, and failed calls write nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { Sandbox } from '../../src/index.ts';
import { readClass } from '../ui/filledNode.ts';

let box: Sandbox;
let here: `0x${string}`;
let there: `0x${string}`;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1 });
  const contractClass = readClass('exerciser');
  ({ address: here } = await box.deploy(contractClass, [0n]));
  ({ address: there } = await box.deploy(contractClass, [1n]));
});
afterAll(() => box.close());

const call = (to: string, entryPoint: string, ...calldata: (bigint | string)[]) => ({
  to: to as `0x${string}`,
  entryPoint,
  calldata: calldata.map(BigInt),
});

/** Debugs calls at the write of the cell 0x9, which is in the last of them. */
async function debugging(...calls: ReturnType<typeof call>[]) {
  const { transactionHash: transaction_hash } = await box.execute(calls);
  const ask = (more: object = {}) => box.request('devnet_debugTransaction', { transaction_hash, ...more });
  let { moment } = await ask();
  for (let i = 0; i < 20; i++) {
    const next = await ask({ moment, move: 'continue', break_on: ['storage'] });
    if (next.storage.some(({ path }) => path === '0x9')) break;
    ({ moment } = next);
  }
  return { ask, moment };
}

test('the last write of a cell is that of the contract that runs, unless another one is named', async () => {
  const { ask, moment } = await debugging(
    call(here, 'set_raw', 5n, 1n),
    call(there, 'set_raw', 5n, 2n),
    call(here, 'set_raw', 9n, 3n),
  );
  const back = (cell: string) => ask({ moment, move: 'last_write', cell });
  const changed = ({ storage }: { storage: readonly { path: string }[] }) => storage.map(({ path }) => path);
  const own = await back('0x5');
  expect([own.reason, changed(own)]).toEqual(['storage', []]);
  const other = await back(`${there}.0x5`);
  expect([other.reason, changed(other)]).toEqual(['storage', ['0x5']]);
});

test('a write of a call that failed is not the one that gave a cell its value', async () => {
  const selector = (name: string) => selectorOf(name);
  const { ask, moment } = await debugging(
    call(here, 'set', 7n, 1n),
    call(here, 'try_call', here, selector('set_then_call'), 7n, 7n, 9n, here, selector('panic_with'), 2n, 1n, 8n),
    call(here, 'set_raw', 9n, 3n),
  );
  const [changed] = (await ask({ moment })).storage;
  const found = await ask({ moment, move: 'last_write', cell: changed!.path });
  expect([found.reason, found.storage]).toEqual(['storage', []]);
});

// The debugger over a transaction of ten million steps: what a user waits for after each button.
import { type Debugger, Sandbox } from '../src/index.ts';
import { executeCalldata } from '../src/library/sending/calls.ts';
import { NEWEST_PROTOCOL } from '../src/protocol/versions.ts';
import { DebuggingProject } from '../test/support/debugging.ts';
import { limitRow, mainThreadMs, type Row } from './harness.ts';

const ROUNDS = 113_000n;
const STEP_MS = 50;
const REPEATS = 5;

export async function debuggerBench(): Promise<readonly Row[]> {
  const project = new DebuggingProject();
  const box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  try {
    const hash = await longTransaction(box, await project.deploy(box));
    return await figures(box, hash, project);
  } finally {
    await box.close();
    project.remove();
  }
}

/** Trades, loops for ten million steps, and trades again. The network's limits would end it before, so they are raised. */
async function longTransaction(box: Sandbox, market: `0x${string}`): Promise<string> {
  Object.assign(NEWEST_PROTOCOL, { executeMaxSierraGas: 2e9 });
  const { address } = box.accounts[0]!;
  await box.impersonate(address);
  const trade = (amount: bigint) => ({ to: market, entryPoint: 'trade', calldata: [0n, amount] });
  const calls = [trade(5n), { to: market, entryPoint: 'spin', calldata: [ROUNDS] }, trade(6n)];
  const hex = (value: bigint | number) => `0x${value.toString(16)}` as const;
  const bound = (amount: number) => ({ max_amount: hex(amount), max_price_per_unit: hex(10 ** 11) });
  const sent = await box.request('starknet_addInvokeTransaction', {
    invoke_transaction: {
      type: 'INVOKE',
      version: '0x3',
      sender_address: address,
      calldata: executeCalldata(calls, 'cairo1').map(hex),
      signature: [],
      nonce: await box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: address }),
      resource_bounds: { l1_gas: bound(1e5), l1_data_gas: bound(1e5), l2_gas: bound(2e9) },
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
    },
  });
  return sent.transaction_hash;
}

async function figures(box: Sandbox, hash: string, project: DebuggingProject): Promise<readonly Row[]> {
  const [before, start] = [usedBytes(), mainThreadMs()];
  const debug = await box.debug(hash);
  const ready = mainThreadMs() - start;
  if (debug.moments < 10_000_000) throw new Error(`The transaction has only ${debug.moments} steps.`);
  const [spin, settled] = [project.mark('spin'), project.mark('settled')];
  const middle = Math.floor(debug.moments / 2);
  const row = (name: string, work: (debug: Debugger) => unknown, from = middle) =>
    limitRow(name, worst(debug, from, work), STEP_MS);
  const rows = [
    limitRow('ready to debug 10,000,000 steps', ready, 10_000),
    memoryRow(usedBytes() - before),
    row('step in', () => debug.stepIn()),
    row('step over', () => debug.stepOver()),
    row('step out of a loop', () => debug.stepOut()),
    row('step back', () => debug.stepBack()),
    row('step over 10,000,000 steps', () => debug.stepOver(), 2568),
    row('step back over them', () => debug.stepBack(), debug.moments - 2700),
    row('step by statement', () => debug.stepStatement()),
    row('stack, locals, evaluate, gas', () => [debug.stack(), texts(debug), debug.evaluate('i')?.text, debug.gasLeft]),
    row('storage and events', () => [debug.storage(), debug.events()]),
  ];
  debug.breakAt(settled.file, settled.line);
  rows.push(row('continue to a line millions of steps ahead', () => debug.continue()));
  rows.push(row('the same in reverse', () => debug.reverse()));
  rows.push(row('step over them with a breakpoint behind them', () => debug.stepOver(), 2568));
  rows.push(row('step back over them with one before them', () => debug.stepBack(), debug.moments - 2700));
  debug.breakAt(spin.file, spin.line);
  rows.push(row('continue to a line of the loop', () => debug.continue()));
  debug.clearBreakpoints();
  debug.breakOn('storage', 'event', 'panic');
  rows.push(row('continue to a storage write', () => debug.continue()));
  rows.push(row('step over them with breaks on all kinds', () => debug.stepOver(), 2568));
  debug.clearBreakpoints();
  debug.breakAt(spin.file, spin.line, { condition: `i == ${ROUNDS}` });
  // It looks at every arrival, in slices between which the editor can pause it.
  const conditions = (name: string, from: number, work: () => unknown) =>
    rows.push(limitRow(`${name} with 113,000 conditions`, worst(debug, from, work, 1), 10_000));
  conditions('continue', 0, () => debug.continue());
  conditions('step over', 2568, () => debug.stepOver());
  return rows;
}

const texts = (debug: Debugger): readonly string[] => debug.locals().map(({ text }) => text);

/** The longest time of some repeats from the same moment, behind the first, for which V8 has not yet optimised the code. */
function worst(debug: Debugger, from: number, work: (debug: Debugger) => unknown, repeats = REPEATS): number {
  let longest = 0;
  for (let i = 0; i <= repeats; i++) {
    // A look elsewhere drops what was kept of this place.
    for (let k = 1; k <= 10; k++) debug.goTo(from + k * 10_000 < debug.moments ? from + k * 10_000 : k * 10_000);
    debug.goTo(from);
    const start = mainThreadMs();
    work(debug);
    if (i > 0) longest = Math.max(longest, mainThreadMs() - start);
  }
  return longest;
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const memoryRow = (bytes: number): Row => ({
  name: 'memory of the debugger',
  ours: `${(bytes / 1e6).toFixed(0)} MB`,
  theirs: '',
  bar: '<= 300 MB',
  ok: bytes <= 300e6,
});

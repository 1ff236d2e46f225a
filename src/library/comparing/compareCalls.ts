// The same calls on two sandboxes, and what differs.
import { SandboxError } from '../errors.ts';
import { ownRequest } from '../requests/connection.ts';
import type { SendRequest } from '../requests/requests.ts';
import type { CallLike } from '../sending/calls.ts';
import type { FromLike } from '../sending/sendingAccount.ts';
import type { SentTransaction } from '../sending/sentTransaction.ts';
import { standStill } from '../standStill.ts';
import { type AddressLike, addressIn, addressText, type FeltLike } from '../values.ts';
import { type CallDifference, differencesBetween, type MadeCall, type Moved, madeCallOf } from './madeCall.ts';

/** A call that is made on both sandboxes, and who sends it. */
export type ComparedCall = CallLike & { readonly from?: FromLike | undefined };

/** How the same calls came out on two sandboxes. */
export interface CallComparison {
  readonly isSame: boolean;
  readonly differences: readonly CallDifference[];
  /** The positions of the fewest calls that show the first difference. */
  readonly smallest: readonly number[];
  /** The differences as text for a terminal. */
  readonly text: string;
}

/** Options of `compare`. */
export interface CompareOptions {
  /** Whether other gas is a difference. Default: true. */
  readonly gas?: boolean | undefined;
  /** Addresses here and what they are there, if they are not the same. */
  readonly pairs?: readonly (readonly [here: AddressLike, there: AddressLike])[] | undefined;
}

/** What the comparison uses of a sandbox. */
export interface ComparedBox {
  readonly request: SendRequest;
  clone(): ComparedBox;
  close(): Promise<void>;
  execute(call: CallLike, options: { readonly from?: FromLike; readonly allowRevert: true }): Promise<SentTransaction>;
}

/** The most runs that are spent on making the list of calls shorter. */
const MOST_RUNS = 200;

/** Makes calls on clones of two sandboxes and compares what they returned, emitted, wrote and used. */
export async function compareCalls(
  here: ComparedBox,
  there: ComparedBox,
  calls: readonly ComparedCall[],
  options: CompareOptions,
): Promise<CallComparison> {
  const all = calls.map((_, i) => i);
  let time = await timeOf(here);
  const other = await timeOf(there);
  if (other > time) time = other;
  const run = (chosen: readonly number[]) => differencesOf(here, there, calls, chosen, time, options);
  const differences = await run(all);
  const [first] = differences;
  if (!first)
    return {
      isSame: true,
      differences,
      smallest: [],
      text: `No difference in ${calls.length === 1 ? 'one call' : `${calls.length} calls`}.\n`,
    };
  // The calls after the one that differs first are not needed.
  let smallest = all.slice(0, first.index + 1);
  let runs = 0;
  for (let at = smallest.length - 2; at >= 0 && runs < MOST_RUNS; at--, runs++) {
    const fewer = smallest.toSpliced(at, 1);
    const left = await run(fewer);
    if (left.some(({ index, what }) => index === first.index && what === first.what)) smallest = fewer;
  }
  return { isSame: false, differences, smallest, text: textOf(differences, smallest, calls.length) };
}

/** The time that the next transaction of a sandbox sees. Clones of it have the same. */
async function timeOf(box: ComparedBox): Promise<bigint> {
  const clone = box.clone();
  try {
    const open = await ownRequest(clone)('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
    return BigInt(open.timestamp);
  } finally {
    await clone.close();
  }
}

/** Makes the calls on clones whose clocks stand at the same time: contracts may look at it. */
async function differencesOf(
  here: ComparedBox,
  there: ComparedBox,
  calls: readonly ComparedCall[],
  chosen: readonly number[],
  time: bigint,
  { gas = true, pairs = [] }: CompareOptions,
): Promise<readonly CallDifference[]> {
  const [ours, theirs] = [here.clone(), there.clone()];
  const moved = new Map(pairs.map(([from, to]) => [BigInt(addressText(from, 'pairs')), addressText(to, 'pairs')]));
  try {
    for (const clone of [ours, theirs]) await standStill(ownRequest(clone), time);
    const found: CallDifference[] = [];
    for (const index of chosen) {
      const call = calls[index]!;
      const mine = await madeCall(ours, call, new Map());
      const other = await madeCall(theirs, translated(call, moved), moved);
      for (const difference of differencesBetween(mine, other))
        if (gas || difference.what !== 'gas') found.push({ index, call: mine.text, ...difference });
    }
    return found;
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

/** A call with the addresses of the other sandbox. */
function translated(call: ComparedCall, moved: Moved): ComparedCall {
  if (moved.size === 0) return call;
  const other = <T extends AddressLike | number>(value: T): T | FeltLike => {
    if (typeof value === 'number') return value;
    const address = addressIn(value);
    return (/^(0x[0-9a-f]+|\d+)$/i.test(String(address)) && moved.get(BigInt(address))) || value;
  };
  const { calldata = [] } = call;
  return 'to' in call
    ? { ...call, to: other(call.to), calldata: calldata.map(other) }
    : { ...call, contractAddress: other(call.contractAddress), calldata: calldata.map(other) };
}

async function madeCall(box: ComparedBox, { from, ...call }: ComparedCall, moved: Moved): Promise<MadeCall> {
  const text = 'to' in call ? String(call.entryPoint) : call.entrypoint;
  try {
    const { transactionHash, receipt } = await box.execute(call as CallLike, {
      ...(from !== undefined && { from }),
      allowRevert: true,
    });
    return await madeCallOf(box, transactionHash, receipt, { text, moved });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { text, result: `refused: ${error.reason}`, events: '', gas: '', storage: new Map() };
  }
}

function textOf(differences: readonly CallDifference[], smallest: readonly number[], count: number): string {
  const lines = differences.map(({ index, call, what, name, here, there }, i) => {
    const heading = differences[i - 1]?.index === index ? '' : `  call ${index + 1}, ${call}\n`;
    return `${heading}    ${what === 'storage' ? `storage ${name}` : what}\n      here:  ${here || 'none'}\n      there: ${there || 'none'}`;
  });
  const enough = smallest.map((index) => index + 1).join(', ');
  const calls = smallest.length === 1 ? `Call ${enough} alone shows` : `Calls ${enough} show`;
  const found = differences.length === 1 ? 'One difference' : `${differences.length} differences`;
  return `${found} in ${count === 1 ? 'one call' : `${count} calls`}:\n\n${lines.join('\n')}\n\n${calls} the first difference.\n`;
}

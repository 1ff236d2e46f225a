import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import { resultText } from '../../abi/abiText.ts';
import { decodeResult } from '../../abi/decode.ts';
import { readFelts } from '../../abi/scalars.ts';
import type { Felt } from '../../felt/felt.ts';
import { memberOf } from '../../text/codeNames.ts';
import type { Branch } from '../branch.ts';
import { blockField, callFields } from '../fields.ts';
import { codeIn, prepareCall } from '../names.ts';
import { variableOf } from '../testText.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';
import { accountsIn } from './deploy.ts';

const MAX_RESULT = 20_000;

/** Calls a function without a transaction. */
export const call = branchTool({
  name: 'call',
  description:
    'Call a function of a contract without a transaction and decode what it returns. Changes nothing. A failure comes with its reason and place.',
  input: { ...callFields, block: blockField },
  run: async (branch, { to, function: name, args, block }) => {
    const { to: address, entry, calldata, code } = await prepareCall(branch, { to, function: name, args });
    const at = block === undefined ? {} : { block };
    const felts = readFelts(
      await branch.box.call({ contractAddress: address, entrypoint: entry.name, calldata }, at),
      'result',
    );
    const own = branch.deployedAt(address);
    const result = resultOf(entry, felts);
    // Contracts of tests read with views alone.
    if (own && block === undefined && result !== undefined && entry.mutability === 'view') {
      const read = `await ${memberOf(`${variableOf(own.name)}.read`, entry.name)}(${code})`;
      const line = (await hasTime(branch, result))
        ? `${read}; // It has a time in it, which differs from run to run.`
        : `expect(${read}).toEqual(${codeIn(branch)(result)});`;
      branch.addStep({ code: line, accounts: accountsIn(line) });
    }
    const note =
      entry.mutability === 'view' ? '' : ' It is no view: this is what it would return, and nothing has changed.';
    return {
      text: `It returned.${note}`,
      data: withNames(branch, resultText(entry, felts, { maxLength: MAX_RESULT }) || '(nothing)'),
    };
  },
});

function resultOf(entry: AbiFunction, felts: readonly Felt[]): unknown {
  try {
    return decodeResult(entry, felts);
  } catch (error) {
    if (error instanceof AbiError) return undefined;
    throw error;
  }
}

/** Whether a value has a time of this chain in it, since it began. */
async function hasTime({ box, beginning }: Branch, value: unknown): Promise<boolean> {
  if (!numbersIn(value).some((number) => number >= beginning.since)) return false;
  const { clock } = await box.request('devnet_getOverview');
  return numbersIn(value).some((number) => number >= beginning.since && number <= clock.next_block_timestamp);
}

function numbersIn(value: unknown): readonly bigint[] {
  if (typeof value === 'bigint') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

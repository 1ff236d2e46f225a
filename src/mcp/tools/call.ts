import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import { resultText } from '../../abi/abiText.ts';
import { decodeResult } from '../../abi/decode.ts';
import { readFelts } from '../../abi/scalars.ts';
import type { Felt } from '../../felt/felt.ts';
import { integer, optional, text, value } from '../input.ts';
import { codeWith, namesOf, prepareCall, withNames } from '../names.ts';
import { memberOf, variableOf } from '../testText.ts';
import { tool } from '../tool.ts';
import { accountsIn } from './deploy.ts';

const MAX_RESULT = 20_000;

/** Calls a function without a transaction. */
export const call = tool({
  name: 'call',
  description:
    'Call a function of a contract without a transaction and decode what it returns. Changes nothing. A failure comes with its reason and place.',
  input: {
    to: text('The contract: its name or address.'),
    function: text('The name of the function.', 300),
    args: optional(
      value(
        'The arguments: a list, or an object by name. Large integers as decimal text, addresses as 0x… or @alice, @Counter.',
      ),
    ),
    block: optional(integer('After which block. Default: now.', 0, Number.MAX_SAFE_INTEGER)),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  run: async (bench, { to, function: name, args, block, branch: branchName }) => {
    const branch = await bench.branch(branchName);
    const { to: address, entry, calldata, code } = await prepareCall(branch, { to, function: name, args });
    const at = block === undefined ? {} : { block };
    const felts = readFelts(
      await branch.box.call({ contractAddress: address, entrypoint: entry.name, calldata }, at),
      'result',
    );
    const own = branch.contracts.find((contract) => contract.address === address);
    const result = resultOf(entry, felts);
    // Contracts of tests read with views alone.
    if (own && block === undefined && result !== undefined && entry.mutability === 'view')
      branch.addStep({
        code: `expect(await ${memberOf(`${variableOf(own.name)}.read`, entry.name)}(${code})).toEqual(${codeWith(namesOf(branch))(result)});`,
        accounts: accountsIn(codeWith(namesOf(branch))([result]) + code),
      });
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

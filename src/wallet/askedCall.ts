import type { AbiModel } from '../abi/abiModel.ts';
import { callText } from '../abi/abiText.ts';
import { decodeArguments } from '../abi/decode.ts';
import { functionBySelector } from '../abi/functionBySelector.ts';
import { readAbi } from '../abi/readAbi.ts';
import type { Felt } from '../felt/felt.ts';
import type { Hex } from '../library/index.ts';
import type { SendRequest } from '../library/requests/requests.ts';
import { readCall, selectorText } from '../library/sending/calls.ts';
import { toHex } from '../library/values.ts';

/** A call as dapps give it to wallets. */
export interface WalletCall {
  readonly contract_address: string;
  readonly entry_point: string;
  readonly calldata?: readonly string[] | undefined;
}

/** A call that a dapp wants to be signed, as people read it. */
export interface AskedCall {
  readonly contract: Hex;
  /** As the contract names itself; undefined if its ABI does not say. */
  readonly contractName: string | undefined;
  /** The name of the function, or its selector if the contract has no such function. */
  readonly name: string;
  /** The arguments by their names; undefined if there is no ABI, or they do not fit it. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly calldata: readonly Hex[];
  /** The call on one line: `transfer(recipient: 0x99, amount: 5)`. */
  readonly text: string;
}

/** Decodes calls with the ABIs of their contracts. A call that nothing is known of is shown as it is. */
export function decodeCalls(request: SendRequest, calls: readonly WalletCall[]): Promise<readonly AskedCall[]> {
  // COST: for 500 calls of one contract, to read its ABI for each took 2 s of processor time.
  const models = new Map<Hex, Promise<AbiModel | undefined>>();
  const modelAt = (contract: Hex) => {
    let model = models.get(contract);
    if (!model) models.set(contract, (model = abiAt(request, contract)));
    return model;
  };
  return Promise.all(calls.map((call, i) => decodeCall(modelAt, call, i)));
}

/** The ABI of a contract; undefined if nothing is known of it. */
const abiAt = (request: SendRequest, contract_address: Hex): Promise<AbiModel | undefined> =>
  request('starknet_getClassAt', { block_id: 'pre_confirmed', contract_address }).then(
    ({ abi }) => (abi === undefined ? undefined : readAbi(abi)),
    () => undefined,
  );

async function decodeCall(
  modelAt: (contract: Hex) => Promise<AbiModel | undefined>,
  call: WalletCall,
  index: number,
): Promise<AskedCall> {
  const { to, calldata } = readCall(callLike(call), `calls[${index}]`);
  const selector = BigInt(selectorText(call.entry_point, 'entry_point')) as Felt;
  const raw = { contract: toHex(to), name: call.entry_point, calldata: calldata.map(toHex) };
  const model = await modelAt(raw.contract);
  const entry = model && functionBySelector(model, selector);
  return {
    ...raw,
    name: entry?.name ?? raw.name,
    contractName: model?.contractName,
    args: entry && argumentsIn(entry, calldata),
    text: entry ? callText(entry, calldata) : `${raw.name}(${raw.calldata.join(', ')})`,
  };
}

/** The same call in the form of the library. */
export const callLike = ({ contract_address, entry_point, calldata }: WalletCall) => ({
  contractAddress: contract_address,
  entrypoint: entry_point,
  calldata: calldata ?? [],
});

function argumentsIn(
  entry: Parameters<typeof decodeArguments>[0],
  calldata: readonly Felt[],
): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeArguments(entry, calldata);
  } catch {
    return undefined;
  }
}

import type { BlockId } from '../chain/blockId.ts';
import type { ChainView, Node } from '../chain/node.ts';
import { contractErrorOfCall } from '../execution/errors/contractError.ts';
import type { Felt } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { feltOf } from '../felt/key.ts';
import { failed } from '../protocol/errors.ts';
import { formatContractError } from './format/contractError.ts';
import { writeJson } from './json.ts';

const BALANCE_OF = starknetKeccak('balanceOf');

export type Unit = 'WEI' | 'FRI';

/** What the fee token of a unit says an account has. */
export async function balanceOf(node: Node, chain: ChainView, address: Felt, unit: Unit, id: BlockId): Promise<bigint> {
  const contractAddress = unit === 'WEI' ? node.system.ethAddress : node.system.strkAddress;
  const result = await chain.call({ contractAddress, entryPointSelector: BALANCE_OF, calldata: [address] }, id);
  if (result.kind === 'error') throw failed(`The balance of 0x${address.toString(16)} could not be read.`);
  const { info } = result;
  if (info.failed || info.retdata.length < 2)
    throw failed(`The balance could not be read: ${writeJson(formatContractError(contractErrorOfCall(info)))}`);
  return feltOf(info.retdata[0]!) + (feltOf(info.retdata[1]!) << 128n);
}

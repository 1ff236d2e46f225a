import type { ChainView } from '../../../chain/chainView.ts';
import { SEQUENCER_ADDRESS } from '../../../chain/value/seal.ts';
import type { Felt } from '../../../felt/felt.ts';
import { classAbi } from '../../../tools/names/classFacts.ts';
import { knownClassOf } from '../../../tools/names/knownClass.ts';
import { list, struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('AddressNames', { addresses: list(address, 'listedNames') });

/** What an address is called. */
export interface AddressName {
  readonly address: Hex;
  /** The number of a predeployed account, from 0 on. */
  readonly account_index: number | null;
  /** Whether it is the sequencer of the blocks made here, which gets the fees. */
  readonly is_sequencer: boolean;
  readonly contract_name: string | null;
  /** What a token says of itself; `decimals` is null for those that are not divided. */
  readonly token: { readonly name: string; readonly symbol: string; readonly decimals: number | null } | null;
}

export const getNames = method({
  name: 'getNames',
  group: 'sandbox',
  summary:
    'What addresses are called: predeployed accounts by their number, the sequencer, tokens by name and symbol, other contracts by the name of their class.',
  kind: 'read',
  origin: 'none',
  params,
  run: async ({ chain, node }, { addresses }): Promise<{ readonly names: readonly AddressName[] }> => {
    const names: AddressName[] = [];
    for (const each of addresses) {
      const index = node.accounts.findIndex((account) => account.address === each);
      names.push({
        address: hex(each),
        account_index: index < 0 ? null : index,
        is_sequencer: each === SEQUENCER_ADDRESS,
        ...(await namesOf(chain, each)),
      });
      await chain.rest();
    }
    return { names };
  },
});

async function namesOf(chain: ChainView, each: Felt): Promise<Pick<AddressName, 'contract_name' | 'token'>> {
  const known = knownClassOf(chain, each);
  const { tokenFacts } = await import('../../../tools/names/tokenFacts.ts');
  const token = await tokenFacts(chain, each);
  return {
    contract_name: (known && classAbi(known.definition).contractName?.slice(0, 100)) ?? null,
    token: token ? { name: token.name, symbol: token.symbol, decimals: token.decimals ?? null } : null,
  };
}

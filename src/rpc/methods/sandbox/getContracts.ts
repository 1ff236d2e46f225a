import { listContracts } from '../../../chain/value/localContents.ts';
import { contractNames } from '../../../tools/names/namesIn.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { pageAfter, pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = optionalParams(
  struct('ContractList', {
    after: optional(felt),
    limit: optional(pageSize),
    class_hash: optional(felt),
    newest: optional(boolean),
  }),
);

export interface ContractSummary {
  readonly contract_address: Hex;
  readonly class_hash: Hex;
  readonly contract_name: string | null;
  readonly nonce: Hex;
}

/** A page of a list of contracts. */
export interface ContractPage {
  readonly contracts: readonly ContractSummary[];
  readonly total: number;
  /** The parameter `after` of the next page; null after the last one. */
  readonly next: Hex | null;
}

export const getContracts = method({
  name: 'getContracts',
  group: 'sandbox',
  summary:
    'A page of the contracts that were deployed here, by address, or the newest first: those behind `after`, or the first; with `class_hash` only those of a class. A fork lists none of its origin.',
  kind: 'read',
  origin: 'none',
  params,
  run: async ({ chain }, { after, limit = usualPage, classHash, newest = false }): Promise<ContractPage> => {
    const listed = listContracts(chain.value).filter(
      (contract) => classHash === undefined || contract.classHash === classHash,
    );
    const { page, hasMore } = newest
      ? await (await import('../../../tools/find/newestFirst.ts')).newestPage(
          chain,
          'contracts',
          listed,
          (one) => one.address,
          { after, limit },
        )
      : pageAfter(listed, (one) => one.address, { after, limit });
    const names = await contractNames(
      chain,
      page.map((contract) => contract.classHash),
    );
    return {
      contracts: page.map(({ address, classHash, nonce }, i) => ({
        contract_address: hex(address),
        class_hash: hex(classHash),
        contract_name: names[i] ?? null,
        nonce: hex(nonce),
      })),
      total: listed.length,
      next: hasMore ? hex(page.at(-1)!.address) : null,
    };
  },
});

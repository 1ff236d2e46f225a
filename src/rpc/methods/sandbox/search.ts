import type { FoundThing } from '../../../tools/find/searchChain.ts';
import { optional, struct, text, u64 } from '../../decode/decoder.ts';
import { pageSize } from '../../decode/pageSize.ts';
import { type Hex, hash256, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('SearchText', { text: text('nameChars'), limit: optional(pageSize), before: optional(u64) });

/** Things of each kind if the request does not say. */
const USUAL = 5;
/** The most characters of an error or a name. */
const MOST_CHARS = 200;

/** Something that a text leads to. What a kind does not have is null. */
export interface FoundJson {
  readonly kind:
    | 'ACCOUNT'
    | 'TOKEN'
    | 'CONTRACT'
    | 'CLASS'
    | 'FUNCTION'
    | 'EVENT'
    | 'TRANSACTION'
    | 'MESSAGE'
    | 'ERROR';
  /** The name; of an account its number, of an error the last line of the reason. */
  readonly name: string | null;
  /** The address, class hash, selector, transaction hash or, of a message, its hash. */
  readonly hash: Hex;
  /** The transaction of a message. */
  readonly transaction_hash: Hex | null;
  readonly block_number: number | null;
  /** Of a function, up to three contracts in which people can call it: none for those of the protocol and handlers of messages. */
  readonly contract_addresses: readonly Hex[] | null;
}

export interface FoundThings {
  readonly found: readonly FoundJson[];
  /** The parameter `before` with which the search goes on; null if it is done. */
  readonly next: number | null;
}

/** Finds what a text may mean. */
export const search = method({
  name: 'search',
  group: 'sandbox',
  summary:
    'What a text may mean here: accounts, tokens, contracts, classes, functions and events by a part of their names, selectors, transactions and messages from L1 by a part of their hashes, and transactions that failed with a text. `limit` is for each kind. Of tokens that are not known yet, each search reads the names of 200. On a long chain, the first searches look at a part of it: with `next` as `before` the search goes on.',
  kind: 'read',
  origin: 'none',
  params,
  run: async ({ chain, node }, { text, limit = USUAL, before }): Promise<FoundThings> => {
    const { searchChain } = await import('../../../tools/find/searchChain.ts');
    const options = { most: limit, accounts: node.accounts, before: before === undefined ? undefined : Number(before) };
    const { found, next } = await searchChain(chain, text, options);
    return { found: found.map(formatFound), next: next ?? null };
  },
});

const NOWHERE = { transaction_hash: null, block_number: null, contract_addresses: null };
const short = (name: string | undefined): string | null => name?.slice(0, MOST_CHARS) ?? null;

function formatFound(found: FoundThing): FoundJson {
  switch (found.kind) {
    case 'account':
      return { kind: 'ACCOUNT', name: `${found.index}`, hash: hex(found.address), ...NOWHERE };
    case 'token':
      return {
        kind: 'TOKEN',
        name: `${found.token.name} (${found.token.symbol})`,
        hash: hex(found.address),
        ...NOWHERE,
      };
    case 'contract':
      return { kind: 'CONTRACT', name: short(found.name), hash: hex(found.address), ...NOWHERE };
    case 'class':
      return { kind: 'CLASS', name: short(found.name), hash: hex(found.classHash), ...NOWHERE };
    case 'function':
      return {
        kind: 'FUNCTION',
        name: short(found.name),
        hash: hex(found.selector),
        ...NOWHERE,
        contract_addresses: found.contracts.map(hex),
      };
    case 'event':
      return { kind: 'EVENT', name: short(found.name), hash: hex(found.selector), ...NOWHERE };
    default:
      return formatTransaction(found);
  }
}

function formatTransaction({ kind, placed }: Extract<FoundThing, { placed: unknown }>): FoundJson {
  const { receipt, blockNumber } = placed;
  const transactionHash = hex(placed.hash);
  const reason = receipt.execution.status === 'REVERTED' ? receipt.execution.revertReason.trim() : undefined;
  const place = { ...NOWHERE, transaction_hash: transactionHash, block_number: blockNumber };
  if (kind === 'message') return { kind: 'MESSAGE', name: null, hash: hash256(receipt.messageHash!), ...place };
  if (kind === 'error')
    return {
      kind: 'ERROR',
      name: reason?.split('\n').at(-1)?.slice(-MOST_CHARS) ?? null,
      hash: transactionHash,
      ...place,
    };
  return { kind: 'TRANSACTION', name: null, hash: transactionHash, ...place };
}

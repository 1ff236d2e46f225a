import { readAbi } from '../../abi/readAbi.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { roundedTokens } from '../../text/tokenAmount.ts';
import { type Answer, ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { beforeField, olderOnes } from '../fields.ts';
import { integer, object, optional, text, word } from '../input.ts';
import { accountName, addressOf, namesOf, transactionName } from '../names.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';
import type { Workbench } from '../workbench.ts';

const MOST_SHOWN = 10;
const MOST_CONTRACTS = 50;

/** What there is: an overview, transactions, or what a text finds. */
export const state = branchTool({
  name: 'state',
  description:
    'What is on the chain: time, accounts with names, contracts, the newest transactions with their gas. With transactions: a filtered list of them, newest first, with gas, to see when something began to fail or to cost more. With find: search names, hashes and texts of failures.',
  input: {
    transactions: optional(
      object('List transactions.', {
        contract: optional(text('Only calls of this contract: a name or an address.')),
        function: optional(text('Only calls of this function.')),
        from: optional(text('Only of this sender.')),
        result: optional(word('Only those that ended so.', 'SUCCEEDED', 'REVERTED')),
        limit: optional(integer('How many. Default: 50.', 1, 200)),
      }),
    ),
    find: optional(text('Part of a name, hash, address or failure text.', 300)),
    before: beforeField,
  },
  run: async (branch, { transactions, find, before }, bench) => {
    if (find !== undefined) return found(branch, find, before);
    if (!transactions) return overviewOf(bench, branch);
    const { contract, from, limit = 50, ...filter } = transactions;
    const { lines, next } = await listTransactions(branch, {
      ...filter,
      limit,
      before,
      contract_address: contract === undefined ? undefined : await addressOf(branch, contract),
      sender_address: from === undefined ? undefined : await addressOf(branch, from),
    });
    return {
      text: `Transactions: ${lines.length}, newest first.${olderOnes(next)}`,
      data: withNames(branch, lines.join('\n')),
    };
  },
});

/** What a chain has, in short. */
export async function overviewOf(bench: Workbench, branch: Branch): Promise<Answer> {
  const { box } = branch;
  const [overview, { contracts, total }, { lines: newest, next }] = await Promise.all([
    box.request('devnet_getOverview'),
    box.request('devnet_getContracts', { newest: true, limit: MOST_CONTRACTS }),
    listTransactions(branch, { limit: MOST_SHOWN }),
  ]);
  const balances = await Promise.all(box.accounts.slice(0, 5).map((account) => box.balanceOf(account)));
  const accounts = balances.map((balance, i) => `${accountName(i)} ${roundedTokens(balance)} STRK`);
  const more = box.accounts.length - accounts.length;
  const named = new Map([...namesOf(branch)].map(([name, address]) => [BigInt(address), name]));
  const others = contracts.filter(({ contract_address: address, contract_name }) => {
    const name = named.get(BigInt(address));
    return name === undefined ? contract_name !== 'Account' && contract_name !== 'UniversalDeployer' : !isOwn(name);
  });
  const left = Math.max(0, others.length - MOST_SHOWN) + total - contracts.length;
  const listed = new Set(contracts.map(({ contract_address }) => BigInt(contract_address)));
  const used = branch.contracts.filter(({ isDeployed, address }) => !isDeployed && !listed.has(BigInt(address)));
  const lines = [
    `Contracts, newest first (${total} with accounts, tokens and deployers):`,
    ...(others.length + used.length === 0 ? ['  none yet: deploy one'] : []),
    ...others
      .slice(0, MOST_SHOWN)
      .map(
        ({ contract_address: address, contract_name }) =>
          `  ${named.has(BigInt(address)) ? `@${named.get(BigInt(address))} ` : ''}${contract_name ?? 'without a name'} ${address}`,
      ),
    ...used.map(
      ({ name, address, abi }) =>
        `  @${name} ${readAbi(abi).contractName ?? 'without a name'} ${address} of the node that was forked`,
    ),
    ...(left > 0 ? [`  … and ${left} older ones: find looks for them by name`] : []),
    ...(newest.length > 0
      ? [
          'Transactions, newest first:',
          ...newest.map((line) => `  ${withNames(branch, line)}`),
          ...(next === null ? [] : ['  … and older ones: state with transactions lists them']),
        ]
      : []),
  ];
  const { block_count, transaction_count, latest_block, clock } = overview;
  return {
    text: [
      `Branch ${await bench.nameOf(branch)}: blocks: ${block_count}, transactions: ${transaction_count}.`,
      `Latest block ${latest_block.block_number}; the next one has the time ${clock.next_block_timestamp}${clock.is_frozen ? ' (frozen)' : ''}.`,
      `Accounts: ${accounts.join(', ')}${more > 0 ? `, and ${more} more (account5 …)` : ''}.`,
    ].join('\n'),
    data: lines.join('\n'),
  };
}

/** Whether a name is of an account or a token, which every chain has. */
const isOwn = (name: string): boolean => /^(?:alice|bob|carol|dave|erin|account\d+|STRK|ETH)$/.test(name);

type Filter = Readonly<Record<string, unknown>> & { readonly limit: number };

/** Transactions as lines: what they called, how they ended, what they used. */
async function listTransactions(branch: Branch, filter: Filter) {
  const { transactions, next } = await branch.box.request('devnet_getTransactions', filter as { limit: number });
  const lines = transactions.map((each) => {
    const calls = each.calls.map(
      ({ contract_name, contract_address, function_name, selector }) =>
        `${contract_name ?? contract_address}.${function_name ?? selector}`,
    );
    const what = calls.length > 0 ? calls.join(', ') : each.type;
    const gas = each.l2_gas === null ? '' : `, ${groupedDigits(each.l2_gas)} L2 gas`;
    return `${transactionName(branch, each.transaction_hash)} block ${each.block_number ?? 'open'} ${each.execution_status}${gas}: ${what} from ${each.sender_address ?? 'L1'}`;
  });
  return { lines, next };
}

async function found(branch: Branch, find: string, before: string | undefined): Promise<Answer> {
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    throw new ToolError('`before` must be the number that an earlier answer to `find` gave.');
  const mark = before === undefined ? {} : { before: Number(before) };
  const { found: all, next } = await branch.box.request('devnet_search', {
    text: find,
    limit: MOST_SHOWN + 1,
    ...mark,
  });
  // Each kind has a limit of its own.
  const counts = new Map<string, number>();
  const hits = all.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_SHOWN;
  });
  const cut = [...counts].filter(([, count]) => count > MOST_SHOWN).map(([kind]) => kind);
  const left = cut.length === 0 ? '' : ` There are more of ${cut.join(', ')}: find with a longer text.`;
  const lines = hits.map(({ kind, name, hash, transaction_hash, block_number }) =>
    [
      kind,
      name,
      hash,
      transaction_hash && transactionName(branch, transaction_hash),
      block_number !== null && `block ${block_number}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return { text: `${hits.length} found.${left}${olderOnes(next)}`, data: withNames(branch, lines.join('\n')) };
}

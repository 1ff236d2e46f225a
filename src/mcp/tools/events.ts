import { readAbi } from '../../abi/readAbi.ts';
import { beforeField, olderOnes } from '../fields.ts';
import { integer, list, object, optional, text } from '../input.ts';
import { abiAt, addressOf, namesOf, transactionName } from '../names.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';

const SEQUENCER = '0x1000';

/** Events, decoded. */
export const events = branchTool({
  name: 'events',
  description:
    'Events that contracts emitted, decoded, newest first; some of them by contract, name, members and blocks.',
  input: {
    contract: optional(text('Only of this contract: a name or an address.')),
    name: optional(text('Only with this name, such as Transfer.', 300)),
    fields: optional(
      list(
        'Only with these members.',
        object('', {
          name: text('The member.'),
          value: text('Its value: a number, an address or a name such as alice.'),
        }),
        8,
      ),
    ),
    fromBlock: optional(integer('The first block.', 0, Number.MAX_SAFE_INTEGER)),
    toBlock: optional(integer('The last block.', 0, Number.MAX_SAFE_INTEGER)),
    before: beforeField,
  },
  run: async (branch, { contract, name, fields, fromBlock, toBlock, before }) => {
    const address = contract === undefined ? undefined : await addressOf(branch, contract);
    const wanted = await Promise.all(
      (fields ?? []).map(async ({ name: member, value }) => ({
        name: member,
        value: value.startsWith('@') ? await addressOf(branch, value) : (namesOf(branch).get(value) ?? value),
      })),
    );
    const page = await branch.box.request('devnet_findEvents', {
      limit: 50,
      ...(address !== undefined && { contract_address: address }),
      ...(name !== undefined && { name }),
      ...(wanted.length > 0 && { fields: wanted }),
      ...(fromBlock !== undefined && { from_block: fromBlock }),
      ...(toBlock !== undefined && { to_block: toBlock }),
      ...(before !== undefined && { before }),
    });
    // Every transaction pays its fee to the sequencer.
    const isFee = ({ name: event, members }: (typeof page.events)[number]) =>
      contract === undefined &&
      name === undefined &&
      event === 'Transfer' &&
      (members as { readonly to?: unknown } | null)?.to === SEQUENCER;
    const shown = page.events.filter((event) => !isFee(event));
    const lines = shown.map(
      ({ block_number, transaction_hash, contract_name, from_address, text: event }) =>
        `block ${block_number ?? 'open'} ${transactionName(branch, transaction_hash)} ${contract_name ?? from_address} ${event}`,
    );
    const left = page.events.length - shown.length;
    const fees = left === 0 ? '' : ` ${left} transfers of fees are left out.`;
    const known = lines.length === 0 && address !== undefined && name !== undefined;
    const names = known
      ? `It declares: ${[...readAbi(await abiAt(branch, address)).events].map((event) => event.name).join(', ') || 'none'}`
      : undefined;
    if (names !== undefined) return { text: 'No event of this contract matches.', data: names };
    return {
      text: `Events: ${lines.length}, newest first.${fees}${olderOnes(page.next)}`,
      data: withNames(branch, lines.join('\n')),
    };
  },
});

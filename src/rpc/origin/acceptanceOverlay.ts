// Blocks of the origin that were declared accepted on L1 here read so, whatever the origin says.
import type { ChainView } from '../../chain/chainView.ts';
import type { Origin } from '../../chain/origin.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import type { OriginRule } from './originRule.ts';

const ACCEPTED = 'ACCEPTED_ON_L1';

/** A forwarded answer with the finality it has here; `params` are the decoded ones. */
export async function overlayAcceptance(
  chain: ChainView,
  origin: Origin,
  rule: OriginRule,
  params: Readonly<Record<string, unknown>>,
  result: Json,
): Promise<Json> {
  const boundary = chain.value.originAcceptedNumber;
  if (boundary === undefined || rule.finality === undefined) return result;
  const isCovered = (number: Json | undefined) => typeof number === 'number' && number <= boundary;
  const isCoveredTransaction = async (hash: Json | undefined) =>
    typeof hash === 'string' && isCovered(await origin.findTransaction(hash));
  switch (rule.finality) {
    case 'block':
      return isObject(result) && isCovered(result['block_number']) ? acceptedBlock(result) : result;
    case 'receipt':
      return isObject(result) && isCovered(result['block_number']) ? accepted(result) : result;
    case 'status': {
      const hash = rule.by === 'transaction' ? formatFelt(params[rule.member] as Felt) : undefined;
      return isObject(result) && (await isCoveredTransaction(hash)) ? accepted(result) : result;
    }
    case 'statuses':
      if (!Array.isArray(result)) return result;
      return Promise.all(
        result.map(async (status: Json) =>
          isObject(status) && (await isCoveredTransaction(status['transaction_hash'])) ? accepted(status) : status,
        ),
      );
  }
}

const accepted = (result: JsonObject): JsonObject => ({ ...result, finality_status: ACCEPTED });

/** Receipts inside a block are as final as the block. */
function acceptedBlock(block: JsonObject): JsonObject {
  const { transactions } = block;
  if (!Array.isArray(transactions)) return { ...block, status: ACCEPTED };
  const members = transactions.map((member: Json) =>
    isObject(member) && isObject(member['receipt']) ? { ...member, receipt: accepted(member['receipt']) } : member,
  );
  return { ...block, status: ACCEPTED, transactions: members };
}

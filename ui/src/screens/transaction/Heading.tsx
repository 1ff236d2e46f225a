import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useBlock } from '../../data/chain/useBlock.ts';
import { callsOfAccount, type Explanation } from '../../data/explanations/explanation.ts';
import { transfersOf } from '../../data/explanations/transfers.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { ExportButton } from '../../parts/share/ExportButton.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { ExecutionBadge, FinalityBadge } from '../../parts/values/Badges.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { counted, grouped, safeName, TYPE_NAMES } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Quantity } from '../../parts/values/Quantity.tsx';
import { Ago } from '../../parts/values/Time.tsx';
import { href } from '../../routing/router.ts';

type Receipt = RpcResult<'chain_getTransactionReceipt'>;

interface Props {
  readonly receipt: Receipt;
  readonly explanation: Explanation | undefined;
  readonly canDebug: boolean;
}

/** What a transaction is: who sent it, what it called, when, and what it cost. */
export function Heading({ receipt, explanation, canDebug }: Props) {
  const { data: block } = useBlock({ block_number: receipt.block_number });
  const path = receipt.block_hash === undefined ? 'pre_confirmed' : receipt.block_number;
  return (
    <div>
      <div class="row">
        <h1>Transaction</h1>
        <ExecutionBadge status={receipt.execution_status} />
        <FinalityBadge status={receipt.finality_status} />
        <span class="badge">{TYPE_NAMES[receipt.type]}</span>
        {canDebug && (
          <a class="button small primary" href={href(`/tx/${receipt.transaction_hash}/debug`)}>
            Debug
          </a>
        )}
        <ExportButton hash={receipt.transaction_hash} />
        {receipt.type === 'INVOKE' && (
          <a class="button small" href={href(`/simulate?tx=${receipt.transaction_hash}`)}>
            Edit and run again
          </a>
        )}
      </div>
      <p>
        <code>{receipt.transaction_hash}</code>
        <CopyButton text={receipt.transaction_hash} what="transaction hash" />
      </p>
      {explanation && <Parties explanation={explanation} />}
      <p class="muted">
        In block <a href={href(`/block/${path}`)}>{grouped(receipt.block_number)}</a>
        {block && (
          <>
            , <Ago seconds={block.timestamp} />
          </>
        )}
        , fee <Amount amount={receipt.actual_fee.amount} unit={receipt.actual_fee.unit} />,{' '}
        {grouped(receipt.execution_resources.l2_gas)} L2 gas
      </p>
    </div>
  );
}

/** Calls and transfers beyond these are counted. */
const MOST_SHOWN = 3;

/** Who called what, and which tokens moved: `account 0 → STRK.transfer` and `5 STRK to account 1`. */
function Parties({ explanation }: { readonly explanation: Explanation }) {
  const root = explanation.calls.find(({ phase }) => phase !== 'VALIDATE' && phase !== 'FEE_TRANSFER');
  const isAccount = root !== undefined && callsOfAccount(root) !== undefined;
  const calls = !root ? [] : isAccount ? root.calls : [root];
  const shown = calls.slice(0, MOST_SHOWN);
  const nameOf = useCallNames(shown);
  if (!root) return null;
  return (
    <>
      <p>
        {isAccount && (
          <>
            <Hash value={root.contract_address} kind="contract" name={root.contract_name} />{' '}
            <span class="muted">→</span>{' '}
          </>
        )}
        {shown.map((call, i) => (
          <span key={i}>
            {i > 0 && ', '}
            <a href={href(`/contract/${call.contract_address}`)} title={call.contract_address}>
              {nameOf(call)}
            </a>
          </span>
        ))}
        <More count={calls.length - shown.length} what="more call" />
      </p>
      <Moved explanation={explanation} />
    </>
  );
}

/** Which tokens went where, besides the fee. */
function Moved({ explanation }: { readonly explanation: Explanation }) {
  const transfers = transfersOf(explanation).filter(({ isFee }) => !isFee);
  if (transfers.length === 0) return null;
  return (
    <p>
      Moved{' '}
      {transfers.slice(0, MOST_SHOWN).map(({ token, from, to, amount, id }, i) => (
        <span key={i}>
          {i > 0 && ', '}
          {id === undefined ? <Quantity value={amount} token={token} /> : <>no. {safeName(id, 40)}</>}{' '}
          <Hash value={token} kind="contract" bare /> from <Party address={from} /> to <Party address={to} />
        </span>
      ))}
      <More count={transfers.length - MOST_SHOWN} what="more transfer" />
    </p>
  );
}

/** Mints come from nobody, burns go there. */
const Party = ({ address }: { readonly address: string }) =>
  BigInt(address) === 0n ? <span class="muted">nobody</span> : <Hash value={address} kind="contract" bare />;

const More = ({ count, what }: { readonly count: number; readonly what: string }) =>
  count > 0 ? <span class="muted"> and {counted(count, what)}</span> : null;

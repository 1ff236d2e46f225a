import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Call, callsOfAccount, type Explanation, failingPath } from '../../data/explanation.ts';
import { CairoStack } from '../../parts/CairoStack.tsx';
import { callName } from '../../parts/CallTree.tsx';
import { Code } from '../../parts/Code.tsx';
import { safeLines, shortHashesIn } from '../../parts/format.ts';

/** Why a transaction was reverted: the reason, the way through the calls, and the places in the Cairo source. */
export function RevertBox({
  receipt,
  explanation,
}: {
  readonly receipt: RpcResult<'starknet_getTransactionReceipt'>;
  readonly explanation: Explanation | undefined;
}) {
  const reason = explanation?.reason ?? receipt.revert_reason ?? 'No reason is known.';
  const path = explanation ? failingPath(explanation.calls) : [];
  return (
    <section class="revert" aria-label="Why it was reverted">
      <h2>Reverted</h2>
      <p class="reason">{safeLines(shortHashesIn(reason.slice(0, 2_000)))}</p>
      {path.length > 0 && (
        <ol class="path" aria-label="The calls that failed, outermost first">
          {path.map((call, i) => (
            <li key={i}>
              {callName(call)}
              <span class="muted">{placeInMulticall(path[i - 1], call)}</span>
            </li>
          ))}
        </ol>
      )}
      {explanation && <CairoStack stack={explanation.stack} />}
      <details>
        <summary class="muted">The node's own text</summary>
        <Code text={(receipt.revert_reason ?? '').slice(0, 20_000)} />
      </details>
    </section>
  );
}

/** Which call of a multicall it is, such as ` (call 2 of 3)`; empty if it is the only one. */
function placeInMulticall(account: Call | undefined, call: Call): string {
  const sent = account && callsOfAccount(account);
  if (!sent || sent.length < 2) return '';
  return ` (call ${account.calls.indexOf(call) + 1} of ${sent.length})`;
}

import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Call, callsOfAccount, type Explanation, failingPath } from '../../data/explanations/explanation.ts';
import { failedPlace } from '../../data/explanations/failurePlace.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { CairoStack } from '../../parts/explanations/CairoStack.tsx';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { Code } from '../../parts/values/Code.tsx';
import { safeLines } from '../../parts/values/format.ts';
import { ReasonText } from '../../parts/values/ReasonText.tsx';
import { href } from '../../routing/router.ts';

/** Why a transaction was reverted: the reason, the calls that failed, and the places in the Cairo source. */
export function RevertBox({
  receipt,
  explanation,
  canDebug,
}: {
  readonly receipt: RpcResult<'chain_getTransactionReceipt'>;
  readonly explanation: Explanation | undefined;
  readonly canDebug: boolean;
}) {
  const reason = explanation?.reason ?? receipt.revert_reason ?? 'No reason is known.';
  const path = explanation ? failingPath(explanation.calls) : [];
  const nameOf = useCallNames(path);
  return (
    <section class="revert" aria-label="Why it was reverted">
      <div class="spread">
        <h2>Reverted</h2>
        {canDebug && explanation && (
          <a
            class="button small"
            href={href(`/tx/${receipt.transaction_hash}/debug?stop=${encodeURIComponent(failedPlace(explanation))}`)}
          >
            Debug the failure
          </a>
        )}
      </div>
      <p class="reason">
        <ReasonText reason={reason} />
      </p>
      {path.length > 0 && (
        <ol class="path" aria-label="The calls that failed, outermost first">
          {path.map((call, i) => (
            <li key={i}>
              {nameOf(call)}
              <span class="muted">{placeInMulticall(path[i - 1], call)}</span>
            </li>
          ))}
        </ol>
      )}
      {explanation && <CairoStack stack={explanation.stack} />}
      {explanation && <LineAdvice explanation={explanation} failing={path.at(-1)} />}
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

/** Says how to get lines of Cairo where there are none, but not for the classes that the node starts with: users have no build of them. */
function LineAdvice({
  explanation,
  failing,
}: {
  readonly explanation: Explanation;
  readonly failing: Call | undefined;
}) {
  const { data: config } = useQuery('sandbox_getConfig', {}, 'fixed');
  if (explanation.advice !== null) return <p class="muted">{safeLines(explanation.advice)}</p>;
  if (explanation.stack.length > 0 || !config || !failing?.class_hash) return null;
  const shipped = [config.account_contract_class_hash, config.eth_erc20_class_hash, config.strk_erc20_class_hash];
  if (shipped.some((hash) => BigInt(hash) === BigInt(failing.class_hash!))) return null;
  return (
    <p class="muted">
      No line of Cairo is known, because the node has no build output of this class. Start it in the folder of your
      Scarb.toml, or name the folder of the build output: <code>--artifacts target/dev</code>
    </p>
  );
}

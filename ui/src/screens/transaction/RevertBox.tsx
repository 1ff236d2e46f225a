import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Explanation, failingPath } from '../../data/explanation.ts';
import { callName } from '../../parts/CallTree.tsx';
import { Code } from '../../parts/Code.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { safeLine, safeLines, safeName, shortHashesIn } from '../../parts/format.ts';

type Frame = Explanation['stack'][number];

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
            <li key={i}>{callName(call)}</li>
          ))}
        </ol>
      )}
      {explanation && explanation.stack.length > 0 && <Stack frames={explanation.stack} />}
      <details>
        <summary>The node's own text</summary>
        <Code text={(receipt.revert_reason ?? '').slice(0, 20_000)} />
      </details>
    </section>
  );
}

/** The Cairo functions that the failure went through, innermost first. Those of the core library stand back. */
function Stack({ frames }: { readonly frames: readonly Frame[] }) {
  return (
    <ol class="frames" aria-label="Cairo functions, innermost first">
      {frames.map((frame, i) => {
        const place = frame.file === null ? undefined : `${frame.file}:${frame.line}:${frame.column}`;
        return (
          <li key={i} class={frame.is_core ? 'muted' : undefined}>
            <code>{safeName(frame.function_name ?? 'unknown function', 200)}</code>
            {place !== undefined && (
              <>
                {' '}
                at <code>{safeLine(place)}</code>
                <CopyButton text={place} what="place" />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

import { failedPlace } from '../../data/explanations/failurePlace.ts';
import { balanceCellsOf, transfersOf } from '../../data/explanations/transfers.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { keepSimulation } from '../../data/transactions/debuggedSimulation.ts';
import type { Simulation } from '../../data/transactions/simulate.ts';
import { BalanceChanges } from '../../parts/explanations/BalanceChanges.tsx';
import { CairoStack } from '../../parts/explanations/CairoStack.tsx';
import { CallTree } from '../../parts/explanations/CallTree.tsx';
import { StorageChanges } from '../../parts/explanations/StorageChanges.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { ExecutionBadge } from '../../parts/values/Badges.tsx';
import { grouped } from '../../parts/values/format.ts';
import { ReasonText } from '../../parts/values/ReasonText.tsx';
import { href } from '../../routing/router.ts';

/** What a transaction would do: its result, its gas, its calls and what it would change. */
export function SimulationView({
  simulation: { explanation, params, isValidated, isNow },
}: {
  readonly simulation: Simulation;
}) {
  const { status, reason, calls, stack, fee } = explanation;
  const canDebug = useCanDebug('sandbox_debugEstimate');
  const more = (
    <span class="row">
      <ExecutionBadge status={status} />
      {canDebug && calls.length > 0 && (
        <a
          class="button small"
          href={href(
            `/simulate/debug${reason === null ? '' : `?stop=${encodeURIComponent(failedPlace(explanation))}`}`,
          )}
          onClick={() => keepSimulation(params)}
        >
          Debug
        </a>
      )}
    </span>
  );
  return (
    <>
      <Card title={isNow ? 'Result, if it were sent now' : 'Result under these conditions'} more={more}>
        {reason !== null && (
          <div class="stack">
            <p class="bad">
              <ReasonText reason={reason} />
            </p>
            <CairoStack stack={stack} />
          </div>
        )}
        {fee && (
          <Facts
            rows={[
              [
                'Fee',
                <span key="fee">
                  <Amount amount={fee.amount} unit={fee.unit} />
                  {!isValidated && (
                    <span class="muted"> without validation; with it, a signed transaction costs more</span>
                  )}
                </span>,
              ],
              ['L2 gas', grouped(BigInt(fee.l2_gas))],
              ['L1 gas', grouped(BigInt(fee.l1_gas))],
              ['L1 data gas', grouped(BigInt(fee.l1_data_gas))],
            ]}
          />
        )}
      </Card>
      {calls.length > 0 && (
        <Card title="Calls">
          <CallTree calls={calls} />
        </Card>
      )}
      <BalanceChanges
        title="Balance changes"
        transfers={transfersOf(explanation)}
        cells={balanceCellsOf(explanation)}
      />
      <StorageChanges explanation={explanation} />
    </>
  );
}

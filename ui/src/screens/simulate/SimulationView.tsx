import type { Simulation } from '../../data/transactions/simulate.ts';
import { CairoStack } from '../../parts/explanations/CairoStack.tsx';
import { CallTree } from '../../parts/explanations/CallTree.tsx';
import { StorageChanges } from '../../parts/explanations/StorageChanges.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { ExecutionBadge } from '../../parts/values/Badges.tsx';
import { grouped, reasonText } from '../../parts/values/format.ts';

/** What a transaction would do: its result, its gas, its calls and what it would change. */
export function SimulationView({ simulation: { explanation, fee } }: { readonly simulation: Simulation }) {
  const { status, reason, calls, stack } = explanation;
  return (
    <>
      <Card title="Result, if it were sent now" more={<ExecutionBadge status={status} />}>
        {reason !== null && (
          <div class="stack">
            <p class="bad">{reasonText(reason)}</p>
            <CairoStack stack={stack} />
          </div>
        )}
        {fee && (
          <Facts
            rows={[
              ['Fee', <Amount key="fee" amount={BigInt(fee.overall_fee)} unit={fee.unit} />],
              ['L2 gas', grouped(BigInt(fee.l2_gas_consumed))],
              ['L1 gas', grouped(BigInt(fee.l1_gas_consumed))],
              ['L1 data gas', grouped(BigInt(fee.l1_data_gas_consumed))],
            ]}
          />
        )}
      </Card>
      {calls.length > 0 && (
        <Card title="Calls">
          <CallTree calls={calls} />
        </Card>
      )}
      <StorageChanges explanation={explanation} />
    </>
  );
}

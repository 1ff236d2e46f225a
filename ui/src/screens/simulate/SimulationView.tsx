import type { Simulation } from '../../data/simulate.ts';
import { Amount } from '../../parts/Amount.tsx';
import { ExecutionBadge } from '../../parts/Badges.tsx';
import { CairoStack } from '../../parts/CairoStack.tsx';
import { CallTree } from '../../parts/CallTree.tsx';
import { Card, Facts } from '../../parts/Card.tsx';
import { grouped, reasonText } from '../../parts/format.ts';
import { StorageChanges } from '../../parts/StorageChanges.tsx';

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

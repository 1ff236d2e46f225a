import { CAN_DEBUG } from '../../data/node/canDebug.ts';
import { keepSimulation } from '../../data/transactions/debuggedSimulation.ts';
import type { Simulation } from '../../data/transactions/simulate.ts';
import { CairoStack } from '../../parts/explanations/CairoStack.tsx';
import { CallTree } from '../../parts/explanations/CallTree.tsx';
import { StorageChanges } from '../../parts/explanations/StorageChanges.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { ExecutionBadge } from '../../parts/values/Badges.tsx';
import { grouped, reasonText } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

/** What a transaction would do: its result, its gas, its calls and what it would change. */
export function SimulationView({ simulation: { explanation, fee, params } }: { readonly simulation: Simulation }) {
  const { status, reason, calls, stack } = explanation;
  const isNow = params.block_id === 'pre_confirmed' && !params.overrides;
  const more = (
    <span class="row">
      <ExecutionBadge status={status} />
      {CAN_DEBUG && calls.length > 0 && (
        <a
          class="button small"
          href={href(`/simulate/debug${reason === null ? '' : '?stop=panic'}`)}
          onClick={() => keepSimulation(params)}
        >
          Debug
        </a>
      )}
    </span>
  );
  return (
    <>
      <Card title={isNow ? 'Result, if it were sent now' : 'Result, if it were so'} more={more}>
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

import { useQuery } from '../../data/hooks.ts';
import { grouped } from '../../parts/format.ts';
import { Loaded } from '../../parts/messages.tsx';

export default function DashboardScreen() {
  const status = useQuery('sandbox_getStatus', {});
  return (
    <div class="stack">
      <h1>Dashboard</h1>
      <Loaded query={status}>
        {(data) => (
          <dl class="tiles">
            <div class="tile">
              <dt>Blocks</dt>
              <dd>{grouped(data.block_count)}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </div>
  );
}

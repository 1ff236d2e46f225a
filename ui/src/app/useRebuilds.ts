import { useEffect } from 'preact/hooks';
import type { RebuildNotification } from '../../../src/rpc/subscriptions/notice.ts';
import { useNode } from '../data/node/hooks.ts';
import { tell } from '../parts/messages/Toasts.tsx';
import { counted, safeName } from '../parts/values/format.ts';

/** Shows a message when a class was built again, and updates the screen. */
export function useRebuilds(): void {
  const node = useNode();
  useEffect(
    () =>
      node.connection.subscribe('sandbox_subscribeRebuilds', {}, (method, result) => {
        if (!method.endsWith('Rebuilds')) return;
        const { contract_name, contracts } = result as RebuildNotification;
        // The classes and ABIs that the page knows may be old.
        node.changed(true);
        const count = contracts.length;
        const moved = count === 0 ? 'No contract runs' : counted(count, 'contract runs', 'contracts run');
        tell(`${safeName(contract_name, 60)} was built again. ${moved} the new class.`);
      }),
    [node],
  );
}

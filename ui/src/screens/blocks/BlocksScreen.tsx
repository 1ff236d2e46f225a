import { isBlockNumber } from '../../data/chain/useBlock.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { BlockTable } from '../../parts/chain/BlockTable.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 25;

export default function BlocksScreen() {
  const before = useLocation().query.get('before') ?? '';
  const page = useQuery('sandbox_getBlocks', {
    limit: PAGE_ROWS,
    ...(isBlockNumber(before) ? { before: Number(before) } : {}),
  });
  return (
    <div class="stack">
      <h1>Blocks</h1>
      <Card isFlush>
        <Loaded query={page}>
          {({ blocks, next }) => (
            <>
              <BlockTable blocks={blocks} />
              <PagerFooter name="before" next={next} />
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

import { addressOf } from '../../data/chain/addressOf.ts';
import { memberFilter } from '../../data/chain/memberFilter.ts';
import { useNode } from '../../data/node/hooks.ts';
import { given, membersIn, numberIn, textIn } from '../../data/text/filterValues.ts';
import { eventRule } from '../../data/watch/eventRule.ts';
import { FoundEvents } from '../../parts/chain/FoundEvents.tsx';
import { BLOCK_RANGE, type Filter, Filters } from '../../parts/forms/Filters.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { useLocation } from '../../routing/router.ts';

/** The filters of the address, in the words of the node. */
const wantedIn = (query: URLSearchParams) =>
  given({
    contract_address: textIn(query, 'contract'),
    name: textIn(query, 'name'),
    fields: membersIn(query, 'with'),
    from_block: numberIn(query, 'from'),
    to_block: numberIn(query, 'to'),
  });

export default function EventsScreen() {
  const node = useNode();
  const wanted = wantedIn(useLocation().query);
  const rule = eventRule(wanted);
  const filters: readonly Filter[] = [
    { name: 'name', label: 'Event', placeholder: 'Transfer' },
    {
      name: 'with',
      label: 'Members',
      placeholder: 'to=account 1, value=5',
      resolve: (text) => memberFilter(node, text),
    },
    { name: 'contract', label: 'Contract', placeholder: '0x… or a name', resolve: (text) => addressOf(node, text) },
    ...BLOCK_RANGE,
  ];
  return (
    <div class="stack">
      <div class="spread">
        <h1>Events</h1>
        {rule && <WatchButton rule={rule} />}
      </div>
      <Filters filters={filters} page="before" />
      <Card isFlush>
        <FoundEvents filter={wanted} empty={Object.keys(wanted).length > 0 ? 'No event matches' : 'No event yet'} />
      </Card>
    </div>
  );
}

import type { ChainView } from '../../chain/chainView.ts';
import type { BroadcastTransaction } from '../../chain/run/broadcast.ts';
import { contextAt } from '../../chain/run/contextAt.ts';
import type { SimulationOptions } from '../../chain/run/simulation.ts';
import { stepsOf } from '../../chain/run/stepsOf.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { digest } from '../../classes/contentKey.ts';
import { writeJson } from '../../json/writeJson.ts';

/** Transactions that are only tried out. */
export interface Trial {
  readonly transactions: readonly BroadcastTransaction[];
  readonly options: SimulationOptions;
  readonly id: BlockId;
  /** What the request changed in the chain; it tells trials apart and is not read otherwise. */
  readonly overrides: unknown;
}

/** The trials of a chain value that were looked at, by the hash of what makes them different, which clients make as long as they like. */
const trials = new WeakMap<ChainValue, Map<string, object>>();
const MOST = 100;

/** The same object for the same trial on the same chain. */
export async function trialKey(view: ChainView, trial: Trial): Promise<object> {
  const { transactions, options, id, overrides } = trial;
  const steps = await stepsOf(view, transactions, options, contextAt(view, id));
  const hashes = steps.map(({ submission }) => submission.hash);
  const signatures = transactions.map((each) => ('signature' in each ? each.signature : []));
  const hash = digest(writeJson([hashes, signatures, options, id, overrides]));
  let known = trials.get(view.value);
  if (!known) trials.set(view.value, (known = new Map()));
  let key = known.get(hash);
  if (!key) {
    if (known.size >= MOST) known.clear();
    known.set(hash, (key = {}));
  }
  return key;
}

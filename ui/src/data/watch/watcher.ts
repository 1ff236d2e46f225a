import type { NodeClient } from '../node/nodeClient.ts';
import { addAlert } from './alerts.ts';
import { type Match, matchesOf } from './matches.ts';
import { stopAll } from './stopAll.ts';
import { type KeptRule, ruleKey, watchRules } from './watchRules.ts';

/** At most this often the rules are looked at. */
const PAUSE_MS = 250;
/** The most matches of the newest blocks that are kept for a rule. */
const MOST_SEEN = 1_000;

/** What has been looked at for a rule. */
interface Seen {
  /** All blocks up to this one. */
  readonly upTo: number;
  /** The matches of later blocks, with the numbers of these. */
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Looks at the rules with every change of the chain, also while nobody sees the page, and tells what has fired. What was there before a
 * rule was set, or before the page was opened, does not fire; what was taken back and happens again does.
 */
export class Watcher {
  readonly #node: NodeClient;
  readonly #seen = new Map<string, Seen>();
  readonly #ends: (() => void)[];
  /** The first block that was taken back while the rules are looked at. */
  #takenBack = Number.POSITIVE_INFINITY;
  #isRunning = false;
  #isAgain = false;
  #isEnded = false;

  constructor(node: NodeClient) {
    this.#node = node;
    const look = () => void this.look();
    this.#ends = [
      node.connection.subscribe('chain_subscribeNewHeads', {}, (method, result) => {
        if (method.endsWith('Reorg')) this.#takeBack((result as Reorg).starting_block_number);
        look();
      }),
      // Of blocks that are taken back, one subscription tells enough.
      node.connection.subscribe('chain_subscribeNewTransactions', { finality_status: ['PRE_CONFIRMED'] }, look),
      // Edits of the state come with no notification; the page knows of its own.
      node.revision.follow(look),
      watchRules.follow(look),
    ];
    look();
  }

  end(): void {
    this.#isEnded = true;
    for (const end of this.#ends) end();
  }

  /** Forgets what was seen in a block and those after it. */
  #takeBack(first: number): void {
    this.#takenBack = Math.min(this.#takenBack, first);
    for (const [key, { upTo, ids }] of this.#seen)
      this.#seen.set(key, {
        upTo: Math.min(upTo, first - 1),
        ids: new Map([...ids].filter(([, blockNumber]) => blockNumber < first)),
      });
  }

  /** Looks at all rules, and again if something happens meanwhile. */
  async look(): Promise<void> {
    this.#isAgain = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isAgain && !this.#isEnded) {
      this.#isAgain = false;
      // A node that does not answer is looked at with its next change.
      await this.#lookOnce().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isRunning = false;
  }

  async #lookOnce(): Promise<void> {
    this.#takenBack = Number.POSITIVE_INFINITY;
    const newest = await this.#node.request('chain_blockNumber');
    for (const kept of watchRules.get()) await this.#lookAt(kept, newest);
    const kept = new Set(watchRules.get().map(({ rule }) => ruleKey(rule)));
    for (const key of this.#seen.keys()) if (!kept.has(key)) this.#seen.delete(key);
  }

  async #lookAt(kept: KeptRule, newest: number): Promise<void> {
    const key = ruleKey(kept.rule);
    const last = this.#seen.get(key);
    // A chain may become shorter without a notification, such as that of a node that was started again.
    const upTo = Math.min(last?.upTo ?? newest, newest);
    const isKnown = (id: string) => last?.ids.has(id) === true;
    const found = await matchesOf(this.#node, kept.rule, upTo + 1, isKnown).catch(() => undefined);
    if (!found || this.#isEnded) return;
    const { matches, isWhole } = found;
    // The answer may be older than what was taken back meanwhile: what was known there is left for the next look.
    const first = this.#takenBack;
    const left = matches.filter(({ id, blockNumber }) => blockNumber < first || !isKnown(id));
    const ids = left.map(({ id, blockNumber }) => [id, blockNumber] as const);
    const older = isWhole ? [] : [...(this.#seen.get(key)?.ids ?? [])];
    this.#seen.set(key, { upTo: Math.min(newest, first - 1), ids: new Map([...ids, ...older].slice(0, MOST_SEEN)) });
    if (last)
      await this.#fire(
        kept,
        matches.filter(({ id }) => !isKnown(id)),
      );
  }

  async #fire({ rule, stops }: KeptRule, matches: readonly Match[]): Promise<void> {
    const match = matches.at(-1);
    if (!match) return;
    const fired = { rule, match, count: matches.length };
    await addAlert(this.#node, fired);
    if (stops) await stopAll(this.#node, fired);
  }
}

interface Reorg {
  readonly starting_block_number: number;
}

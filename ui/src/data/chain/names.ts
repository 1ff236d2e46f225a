import { useEffect } from 'preact/hooks';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useNode } from '../node/hooks.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { labels } from '../stores/labels.ts';
import { Store, useStore } from '../stores/store.ts';
import { canonicalHex, isHex } from '../text/hex.ts';

/** What the node knows of an address. */
export type AddressName = RpcResult<'sandbox_getNames'>['names'][number];

/** Names that are asked for within this time are asked for together. */
const PAUSE_MS = 20;
/** The most addresses of one request. */
const AT_ONCE = 200;
/** With more names in memory, the oldest ones that are not on the screen are dropped. */
const MOST = 2_000;

/** The names of addresses, which are asked for when they are first shown, many at once. */
export class Names {
  readonly known = new Store<ReadonlyMap<string, AddressName | undefined>>(new Map());
  readonly #node: NodeClient;
  readonly #wanted = new Set<string>();
  /** The state of the chain in which an address had no name. A contract may be deployed there since. */
  readonly #nameless = new Map<string, string>();
  /** How many components show an address. */
  readonly #shown = new Map<string, number>();
  #epoch: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(node: NodeClient) {
    this.#node = node;
    this.#epoch = node.epoch.get();
  }

  /** Asks for names of addresses, and keeps them until what it returns is called. */
  show(addresses: readonly string[]): () => void {
    const count = (by: 1 | -1) => {
      for (const address of addresses) {
        const shown = (this.#shown.get(address) ?? 0) + by;
        if (shown > 0) this.#shown.set(address, shown);
        else this.#shown.delete(address);
      }
    };
    count(1);
    for (const address of addresses) this.want(address);
    return () => count(-1);
  }

  /** Asks for the name of an address unless it is known, or was asked for. */
  want(address: string): void {
    const epoch = this.#node.epoch.get();
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.known.set(new Map());
      this.#nameless.clear();
    }
    const isNamed = this.known.get().has(address) && !this.#nameless.has(address);
    if (isNamed || this.#nameless.get(address) === this.#node.version('live')) return;
    this.#wanted.add(address);
    this.#timer ??= setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    const addresses = [...this.#wanted].slice(0, AT_ONCE);
    for (const address of addresses) this.#wanted.delete(address);
    if (this.#wanted.size > 0) this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
    const version = this.#node.version('live');
    const epoch = this.#node.epoch.get();
    // Without names the addresses are shown, so a failure needs no message.
    const answer = await this.#node.request('sandbox_getNames', { addresses }).catch(() => undefined);
    if (epoch !== this.#node.epoch.get()) {
      // The answer is one of a chain that is gone.
      for (const address of addresses) this.want(address);
      return;
    }
    const known = new Map(this.known.get());
    for (const [i, address] of addresses.entries()) {
      const name = answer?.names[i];
      // The newest names are the last ones.
      known.delete(address);
      known.set(address, name);
      if (name && hasName(name)) this.#nameless.delete(address);
      else this.#nameless.set(address, version);
    }
    this.#dropOldest(known);
    this.known.set(known);
  }

  #dropOldest(known: Map<string, AddressName | undefined>): void {
    for (const address of known.keys()) {
      if (known.size <= MOST) return;
      if (this.#shown.has(address)) continue;
      known.delete(address);
      this.#nameless.delete(address);
    }
  }
}

const hasName = ({ account_index, is_sequencer, contract_name, token }: AddressName): boolean =>
  account_index !== null || is_sequencer || contract_name !== null || token !== null;

const byNode = new WeakMap<NodeClient, Names>();

function namesOf(node: NodeClient): Names {
  let names = byNode.get(node);
  if (!names) byNode.set(node, (names = new Names(node)));
  return names;
}

const IS_ADDRESS = /^0x[0-9a-f]{1,64}$/;

/** What is known of some addresses; the component is rendered again when more is. */
export function useNames(addresses: readonly string[]): ReadonlyMap<string, AddressName | undefined> {
  const node = useNode();
  const names = namesOf(node);
  const epoch = useStore(node.epoch);
  useEffect(
    () => names.show(addresses.filter((address) => IS_ADDRESS.test(address))),
    [names, epoch, addresses.join()],
  );
  return useStore(names.known);
}

/** What an address is called in its own words: a token has its name beside its symbol. */
export function titleOf(address: string, known: AddressName | undefined, own = labels.get()): string | undefined {
  const token = own.has(address) ? undefined : known?.token;
  return token ? `${token.name} (${token.symbol})` : nameOf(address, known, own);
}

/** What an address is called: by a label of this browser, as an account, a token or a contract; undefined if it has no name. */
export function nameOf(address: string, known: AddressName | undefined, own = labels.get()): string | undefined {
  if (own.has(address)) return own.get(address);
  if (!known) return undefined;
  if (known.account_index !== null) return `account ${known.account_index}`;
  return known.token?.symbol ?? known.contract_name ?? (known.is_sequencer ? 'sequencer' : undefined);
}

/** What the address in a text is called, with the name of a token beside its symbol; undefined if it is no address, or has no name. */
export function useTitle(text: string): string | undefined {
  const address = isHex(text.trim()) ? canonicalHex(text.trim()) : '';
  const known = useNames(address === '' ? [] : [address]).get(address);
  return titleOf(address, known, useStore(labels));
}

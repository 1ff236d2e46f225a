import type { Node } from '../../chain/node.ts';
import type { Print } from '../../chain/run/executor.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { Boxes } from '../../rpc/boxes.ts';
import { Hub, type HubOptions } from '../../sandbox/hub.ts';
import type { Log } from '../log/log.ts';
import { logFailures } from '../log/logFailures.ts';
import { Timeouts } from '../timeouts.ts';
import { Box } from './box.ts';

export interface BoxRegistryOptions {
  /** The maximum number of boxes. */
  readonly most: number;
  /** A box that had no request and no open socket for this time is dropped. */
  readonly idleSeconds: number;
  /** The options of the hub of every box. They name no files that belong to the main chain. */
  readonly hub: HubOptions;
  /** The ways out that the messages of a box name, if they differ from box to box. */
  readonly hintsOf?: (id: string) => HubOptions['hints'];
  readonly log: Log;
  /** Gets what contracts print in boxes. */
  readonly print?: Print | undefined;
}

const TARGET = 'starbox::box';
/** 128 random bits: the id is all that separates the boxes of two clients. */
const ID_BYTES = 16;

/** All boxes of a server, by id. */
export class BoxRegistry implements Boxes {
  readonly most: number;
  readonly #options: BoxRegistryOptions;
  readonly #boxes = new Map<string, Box>();
  readonly #idle: Timeouts<Box>;

  constructor(options: BoxRegistryOptions) {
    const { most, idleSeconds, log } = options;
    this.most = most;
    this.#options = options;
    this.#idle = new Timeouts<Box>(idleSeconds * 1000, (box) => {
      log.write('info', TARGET, `The box ${box.id} was dropped: it was not used for ${idleSeconds} s.`);
      this.drop(box.id);
    });
  }

  get count(): number {
    return this.#boxes.size;
  }

  find(id: string): Box | undefined {
    return this.#boxes.get(id);
  }

  create(node: Node, from?: ChainValue): Box | undefined {
    if (this.#boxes.size >= this.most) return undefined;
    const { hub, hintsOf, print, log } = this.#options;
    const copy = node.clone({ print, from });
    logFailures(copy, log);
    const id = newBoxId();
    const hints = hintsOf?.(id) ?? hub.hints;
    const box = new Box(id, new Hub(copy, { ...hub, hints, boxes: this }), this.#idle);
    this.#boxes.set(box.id, box);
    return box;
  }

  drop(id: string): boolean {
    const box = this.#boxes.get(id);
    if (!box) return false;
    this.#boxes.delete(id);
    box.end();
    return true;
  }

  list(): readonly Box[] {
    return [...this.#boxes.values()];
  }

  /** From now on every call is refused in every box; running ones go on. */
  refuseCalls(): void {
    for (const { hub } of this.#boxes.values()) hub.dispatcher.refuseCalls();
  }

  /** Drops all boxes. */
  end(): void {
    for (const id of [...this.#boxes.keys()]) this.drop(id);
  }
}

const newBoxId = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES))).toString('hex');

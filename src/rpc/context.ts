import type { RequestMemory } from '../budget/requestMemory.ts';
import type { ChainView } from '../chain/chainView.ts';
import type { ChainDraft } from '../chain/draft/chainDraft.ts';
import type { Node } from '../chain/node.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Json } from '../json/json.ts';
import type { Fetch } from '../l1/l1Client.ts';
import type { LoadEvm } from '../l1evm/loadEvm.ts';
import type { Tools } from '../tools/tools.ts';
import type { Boxes } from './boxes.ts';
import type { Dialect } from './dialect.ts';
import type { FaultSwitch } from './faults/faultSwitch.ts';
import type { Files } from './journal/files.ts';
import type { JournalFile } from './journal/journalFile.ts';
import type { ServerConfig } from './serverConfig.ts';
import type { OlderSpec } from './spec/olderSpec.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

/** What a method works with: the chain, the means to change it, and the client. */
export interface Context {
  readonly node: Node;
  /** How the node is served. */
  readonly server: ServerConfig;
  /** The methods that clients may not call, without prefix. */
  readonly forbidden: ReadonlySet<string>;
  /** The chain as this request sees it. */
  readonly chain: ChainView;
  /** The faults between the chain and its clients. */
  readonly faults: FaultSwitch;
  /** Whether the transaction of this call is answered, but never runs. */
  readonly isEvicted: boolean;
  /** Checks transactions by the rules of the networks; undefined if the rules are off, and while a dump is loaded. */
  readonly gateway: Gateway | undefined;
  /** What the work for this request keeps until it is answered. */
  readonly memory: RequestMemory;
  readonly dialect: Dialect;
  /** The older version of the specification that the client speaks; undefined for ours. */
  readonly spec: OlderSpec | undefined;
  /** Whether the answer is exactly that of starknet-devnet, also where the specification prefers another. */
  readonly isStrict: boolean;
  /** Whether the client is in this process and reads explanations of errors later, if at all. */
  readonly explainsLater: boolean;
  /** A method's name in the client's dialect. */
  nameOf(method: string): string;
  /** Runs a change on a draft, in the write queue. The request is added to the journal. */
  write<T>(job: (draft: ChainDraft) => T | Promise<T>): Promise<T>;
  /** Whether the request is one of a dump, in which what followed from it comes next. */
  readonly isReplay: boolean;
  /** Runs a dumped request on a draft, as part of the current change. */
  replay(draft: ChainDraft, request: Json): Promise<void>;
  /** Only on a WebSocket. */
  readonly subscriptions: Subscriptions | undefined;
  /** The file of `--dump-on block`, if that is set. */
  readonly journalFile: JournalFile | undefined;
  /** Reads and writes dump files; undefined if there is no file system. */
  readonly files: Files | undefined;
  /** The boxes of the server; undefined in the library, and while a dump is loaded. */
  readonly boxes: Boxes | undefined;
  /** Loads what measures contracts. Throws in a page, which has it not. */
  tools(): Promise<Tools>;
  /** The `fetch` for an L1 node. */
  readonly fetch: Fetch;
  /** Loads an EVM for an L1 in this process; undefined where there is none. */
  readonly loadEvm: LoadEvm | undefined;
}

import type { ChainDraft, ChainView, Node } from '../chain/node.ts';
import type { Json } from '../json/json.ts';
import type { Fetch } from '../l1/l1Client.ts';
import type { Dialect } from './dialect.ts';
import type { Files } from './journal/files.ts';
import type { JournalFile } from './journal/journalFile.ts';
import type { ServerConfig } from './serverConfig.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

/** What a method works with: the chain as it is, the way to change it, and who asks. */
export interface Context {
  readonly node: Node;
  /** How the node is served. */
  readonly server: ServerConfig;
  /** The chain as this request sees it. */
  readonly chain: ChainView;
  readonly dialect: Dialect;
  /** A method's name as the caller's dialect writes it. */
  nameOf(method: string): string;
  /** Runs a change alone on a draft; the request is journaled with it. */
  write<T>(job: (draft: ChainDraft) => T | Promise<T>): Promise<T>;
  /** Runs a dumped request on a draft, as part of the change that is under way. */
  replay(draft: ChainDraft, request: Json): Promise<void>;
  /** Present on a socket only. */
  readonly subscriptions: Subscriptions | undefined;
  /** The file that follows the journal; absent unless it is asked for. */
  readonly journalFile: JournalFile | undefined;
  /** Where dumps are read and written; absent where there is no file system. */
  readonly files: Files | undefined;
  /** The way to an L1 node. */
  readonly fetch: Fetch;
}

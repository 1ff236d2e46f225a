import type { Felt } from '../../felt/felt.ts';
import type { LayoutChanges } from '../../tools/storage/storageLayout.ts';

/** A contract that always runs the newest build of a contract name. */
export interface WatchedContract {
  /** `Token`, or with its package `shop_Token`. */
  readonly name: string;
  readonly address: Felt;
}

/** A contract that was moved to another class. */
export interface MovedContract {
  readonly address: Felt;
  readonly from: Felt;
}

/** A class that was built again, and what that changed on the chain. */
export interface Rebuild {
  readonly contractName: string;
  /** The class file. */
  readonly path: string;
  readonly classHash: Felt;
  /** The contracts that now run the class, with the classes that they ran before. */
  readonly contracts: readonly MovedContract[];
  readonly storage: LayoutChanges;
  /** Whether the constructor has other parameters. It does not run again. */
  readonly isConstructorChanged: boolean;
  /** Whether the network would refuse the class because of its size. */
  readonly isTooLarge: boolean;
}

/** What a watcher reports. */
export interface WatchReports {
  readonly rebuilt: (rebuild: Rebuild) => void;
  /** A build that cannot be used, or a contract that is not there, as a sentence. */
  readonly problem: (text: string) => void;
}

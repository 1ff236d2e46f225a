import type { RunnableClass } from '../classes/runnableClass.ts';
import type { FeltKey } from '../felt/key.ts';

/** What execution reads. Every read is synchronous and throws a `Need` when the value is not available. */
export interface StateReader {
  /** The class of a contract; zero when there is no contract at the address. */
  classHashAt(address: FeltKey): FeltKey;
  nonceAt(address: FeltKey): FeltKey;
  /** A storage cell; zero when it was never written. */
  storageAt(address: FeltKey, key: FeltKey): FeltKey;
  /** A declared class; undefined when no class has that hash. */
  classAt(classHash: FeltKey): RunnableClass | undefined;
  /** The compiled class hash of a declared Sierra class; zero for Cairo 0 classes and undeclared ones. */
  compiledClassHashAt(classHash: FeltKey): FeltKey;
}

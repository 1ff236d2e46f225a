import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import type { Felt } from '../../felt/felt.ts';
import type { NodeConfig } from '../config.ts';
import type { JournalRecord } from '../value/journal.ts';

/** What is needed to make a chain of a file. */
export interface DecodeOptions {
  readonly config: NodeConfig;
  readonly chainId: Felt;
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** A record of the journal from its line. */
  readonly readRecord: (text: Uint8Array) => JournalRecord;
}

import type { Node } from '../chain/node.ts';
import { type EncodeOptions, encodeState } from './encodeState.ts';

/** The published chain of a node as the bytes of a state file. */
export const saveState = (
  { value, config }: Pick<Node, 'value' | 'config'>,
  writeRecord: EncodeOptions['writeRecord'],
  rest?: EncodeOptions['rest'],
): Promise<Uint8Array> => encodeState(value, { config, writeRecord, rest });

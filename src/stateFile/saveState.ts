import type { Node } from '../chain/node.ts';
import { collectBytes } from './collectBytes.ts';
import { type EncodeOptions, encodeState } from './encodeState.ts';

/** The published chain of a node as the bytes of a state file. */
export const saveState = (
  { value, config }: Pick<Node, 'value' | 'config'>,
  writeRecord: EncodeOptions['writeRecord'],
): Promise<Uint8Array> => collectBytes((file) => encodeState(value, { config, writeRecord }, file));

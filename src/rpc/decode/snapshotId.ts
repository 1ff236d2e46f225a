import { invalidParams } from '../rpcError.ts';
import { decoder, text } from './decoder.ts';
import type { HexText } from './felt.ts';

const idText = text('textChars');

export const snapshotId = decoder<bigint, HexText>('id of a snapshot', '0x1', (value) => {
  const id = idText(value, 'snapshot_id');
  if (!/^0x[0-9a-fA-F]+$/.test(id)) throw invalidParams('snapshot_id must be 0x-prefixed hexadecimal');
  const digits = id.slice(2).replace(/^0+/, '');
  if (digits.length > 16) throw invalidParams('snapshot_id is outside the u64 range');
  return BigInt(`0x${digits || '0'}`);
});

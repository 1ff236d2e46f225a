import { invalidParams } from '../rpcError.ts';
import { decoder, u64 } from './decoder.ts';

const MOST_ROWS = 200;
const USUAL_ROWS = 20;

/** How many rows a page of a list has. */
export const pageSize = decoder<number, number | bigint>(`whole number from 1 to ${MOST_ROWS}`, (value, field) => {
  const rows = u64(value);
  if (rows < 1n || rows > BigInt(MOST_ROWS))
    throw invalidParams(`${field ?? 'limit'}: ${rows} is not from 1 to ${MOST_ROWS}`);
  return Number(rows);
});

/** The rows of a page if the request does not say. */
export const usualPage = USUAL_ROWS;

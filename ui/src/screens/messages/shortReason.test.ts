import { expect, test } from 'vitest';
import { shortReason } from './shortReason.ts';

const FRAME = 'Error in contract (contract address: 0x01, class hash: 0x02, selector: 0x03):';
const FAILED = "0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED')";

test.each([
  ["0x6e6f ('no')", "'no'"],
  [`(0x6e6f ('no'), ${FAILED})`, "'no'"],
  [`(0x63616e277420706179 ('can't pay'), ${FAILED})`, "'can't pay'"],
  [`(0x61 ('a'), 0x0 (''), ${FAILED})`, "'a'"],
  [`(0x1, 0x62 ('b'), 0x0 (''))`, "'b'"],
  ['"no "Gold" left, sorry"', '"no "Gold" left, sorry"'],
  [`("it's closed", ${FAILED}, ${FAILED})`, `"it's closed"`],
  ['"two\nlines"', '"two\nlines"'],
])('of %s the reason is %s', (panic, short) => {
  expect(shortReason(panic)).toBe(short);
  expect(shortReason(`Execution failed. Failure reason:\n${FRAME}\n${panic}.\n`)).toBe(short);
});

test.each([`(0x0 (''), ${FAILED})`, '0x1', "Requested contract isn't deployed, and 0x2 isn't."])(
  '%s has no text of its own, and is the reason as it is',
  (reason) => expect(shortReason(reason)).toBe(reason),
);

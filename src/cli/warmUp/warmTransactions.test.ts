import { expect, test } from 'vitest';
import { nextTurn } from '../../async/turns.ts';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import { sendAll, warmTransactions } from './warmTransactions.ts';

test('the transfers and the declaration succeed', async () => {
  const answers = await sendAll(builtinClassTexts);
  expect(answers).toHaveLength(4);
  for (const answer of answers) expect(JSON.parse(answer).result.transaction_hash).toMatch(/^0x/);
});

test('the steps end even if a class cannot be read', async () => {
  const texts = { ...builtinClassTexts, erc20: { sierra: '{', casm: {} as never } };
  for (const _ of warmTransactions(texts)) await nextTurn();
});

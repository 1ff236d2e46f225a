import { expect, test } from 'vitest';
import { builtinClassTexts } from '../classes/builtinClassTexts.generated.ts';
import { nextTurn } from '../sierra/nextTurn.ts';
import { transferTo, warmTransfers } from './warmTransfer.ts';

test('the transfers succeed', async () => {
  const answers = await transferTo(builtinClassTexts);
  expect(answers).toHaveLength(2);
  for (const answer of answers) expect(JSON.parse(answer).result.transaction_hash).toMatch(/^0x/);
});

test('the steps end, also when nothing can be read', async () => {
  const texts = { ...builtinClassTexts, erc20: { sierra: '{', casm: '{' } };
  for (const _ of warmTransfers(texts)) await nextTurn();
});

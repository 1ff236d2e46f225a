import { expect, test } from 'vitest';
import { nextTurn } from '../../async/turns.ts';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import { sendAll, warmTransactions } from './warmTransactions.ts';

test('the transfers, the explanation and the declaration succeed', async () => {
  const answers = (await sendAll(builtinClassTexts)).map((answer) => JSON.parse(answer).result);
  expect(answers).toHaveLength(5);
  const [explanation] = answers.splice(3, 1);
  expect(explanation.text).toContain('ERC20.transfer(recipient: 0x1, amount: 1)');
  for (const { transaction_hash } of answers) expect(transaction_hash).toMatch(/^0x/);
});

test('the steps end even if a class cannot be read', async () => {
  const texts = { ...builtinClassTexts, erc20: { sierra: '{', casm: {} as never } };
  for (const _ of warmTransactions(texts)) await nextTurn();
});

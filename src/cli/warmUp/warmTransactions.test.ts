import { expect, test } from 'vitest';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import { sendAll } from './warmTransactions.ts';

test('the transfers, the explanation and the declaration succeed', async () => {
  const answers = (await sendAll(builtinClassTexts)).map((answer) => JSON.parse(answer).result);
  expect(answers).toHaveLength(5);
  const [explanation] = answers.splice(3, 1);
  expect(explanation.text).toContain('ERC20.transfer(recipient: 0x1, amount: 1)');
  for (const { transaction_hash } of answers) expect(transaction_hash).toMatch(/^0x/);
});

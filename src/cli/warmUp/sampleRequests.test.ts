import { expect, test } from 'vitest';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import { sendSampleRequests } from './sampleRequests.ts';

test('the transfers, the explanation, the declaration and the reads succeed, each in a step of its own', async () => {
  const steps = sendSampleRequests(builtinClassTexts);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    count++;
    await step.value;
  }
  const answers = step.value.map((answer) => JSON.parse(answer).result);
  expect(count).toBeGreaterThan(answers.length);
  const [first, second, third, explanation, declaration, ...reads] = answers;
  for (const { transaction_hash } of [first, second, third, declaration]) expect(transaction_hash).toMatch(/^0x/);
  expect(explanation.text).toContain('ERC20.transfer(recipient: 0x1, amount: 1)');
  expect(reads).toHaveLength(80);
  for (const [i, read] of reads.entries())
    if (i % 2) expect(read.events).toHaveLength(7);
    else expect(read).toEqual(['0x3', '0x0']);
});

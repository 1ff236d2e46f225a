import { expect, test } from 'vitest';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import { sendSampleRequests } from './sampleRequests.ts';

test('all requests succeed, each in a step of its own', async () => {
  const steps = sendSampleRequests(builtinClassTexts);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    count++;
    await step.value;
  }
  const answers = step.value.map((answer) => JSON.parse(answer).result);
  expect(count).toBeGreaterThan(answers.length);
  const next = (length: number) => answers.splice(0, length);
  for (const { transaction_hash } of next(3)) expect(transaction_hash).toMatch(/^0x/);
  for (const { text } of next(1)) expect(text).toContain('ERC20.transfer(recipient: 0x1, amount: 1)');
  for (const { transaction_hash } of next(1)) expect(transaction_hash).toMatch(/^0x/);
  for (let i = 0; i < 10; i++) expect(next(2)).toEqual([expect.any(String), true]);
  for (const balance of next(100)) expect(balance).toEqual(['0x3', '0x0']);
  for (const { events } of next(40)) expect(events).toHaveLength(7);
  expect(answers).toEqual([]);
});

import { expect, test } from 'vitest';
import { InOrder } from './inOrder.ts';

test('tasks run one after the other in their order, however long each takes, and one that fails holds up none', async () => {
  const order = new InOrder();
  const done: string[] = [];
  const task = (name: string, turns: number) => async () => {
    done.push(`${name} starts`);
    for (let i = 0; i < turns; i++) await null;
    if (name === 'b') throw new Error('no');
    done.push(`${name} ends`);
  };
  const all = await Promise.allSettled([task('a', 50), task('b', 5), task('c', 0)].map((each) => order.add(each)));
  expect(done).toEqual(['a starts', 'a ends', 'b starts', 'c starts', 'c ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

import { expect, test } from 'vitest';
import type { Steps } from '../../async/steps.ts';
import type { Json } from '../../json/json.ts';
import { readInSlices, readItems, readLater, rewordingErrors } from './unreadLists.ts';

function* later(value: Json): Steps<{ readonly value: Json }> {
  yield;
  if (value === 'wrong') throw new Error('wrong');
  return { value };
}

test('an object that takes long is complete when the parameters have been read', async () => {
  const reading = readInSlices(() => ({ first: readLater(later(1)), second: 2 }));
  expect(reading).toBeInstanceOf(Promise);
  expect(await reading).toEqual({ first: { value: 1 }, second: 2 });
});

test('what is not read with others is read at once', () => {
  expect(readLater(later(1))).toEqual({ value: 1 });
});

test('items behind one that takes long are read after it, in their order', async () => {
  const order: Json[] = [];
  const item = (value: Json) => {
    order.push(value);
    return readLater(later(value));
  };
  const reading = readInSlices(() => readItems([1, 2, 3], item));
  expect(order).toEqual([1]);
  expect(await reading).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  expect(order).toEqual([1, 2, 3]);
});

test('errors are worded in the same way, whether something is read at once or later', async () => {
  const read = (item: (value: Json) => unknown, values: readonly Json[]) =>
    readInSlices(() =>
      rewordingErrors(
        (error) => new Error(`Invalid list: ${(error as Error).message}`),
        () => readItems(values, item),
      ),
    );
  const refusing = () => {
    throw new Error('wrong');
  };
  const long = Array.from({ length: 100 }, () => 1);
  expect(() => read(refusing, [1])).toThrow('Invalid list: wrong');
  await expect(read(refusing, long)).rejects.toThrow('Invalid list: wrong');
  await expect(read((value) => readLater(later(value)), ['wrong'])).rejects.toThrow('Invalid list: wrong');
});

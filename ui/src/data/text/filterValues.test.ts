import { expect, test } from 'vitest';
import { given, membersIn, numberIn, textIn } from './filterValues.ts';

test('filters are read from the address, and what is not set is left out', () => {
  const query = new URLSearchParams('result=REVERTED&sender=&from=7&to=x&block=1e3');
  expect(
    given({ result: textIn(query, 'result'), sender: textIn(query, 'sender'), from: numberIn(query, 'from') }),
  ).toEqual({
    result: 'REVERTED',
    from: 7,
  });
  expect([numberIn(query, 'to'), numberIn(query, 'block'), numberIn(query, 'none')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('members are pairs of a name and a value, which may have an equals sign in it', () => {
  const membersOf = (text: string) => membersIn(new URLSearchParams({ with: text }), 'with');
  expect(membersOf(' to = 0x77 ,value=5')).toEqual([
    { name: 'to', value: '0x77' },
    { name: 'value', value: '5' },
  ]);
  expect(membersOf('note=a=b')).toEqual([{ name: 'note', value: 'a=b' }]);
  for (const text of ['', 'to', '=5', 'to=', ',,']) expect(membersOf(text)).toBeUndefined();
});

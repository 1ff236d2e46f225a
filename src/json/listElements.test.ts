import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { listElements } from './listElements.ts';

const elements = (text: string) => {
  const bytes = new TextEncoder().encode(text);
  return [...listElements(bytes)].map(([start, end]) =>
    JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))),
  );
};

test('a list is cut into its elements', () => {
  expect(elements(' [ 1 , "a,]\\"[é", [2,[3]], {"b,":[]} , [] ] ')).toEqual([1, 'a,]"[é', [2, [3]], { 'b,': [] }, []]);
  expect(elements('[]')).toEqual([]);
  expect(elements('[\n ]')).toEqual([]);
  expect(elements('[""]')).toEqual(['']);
});

test('every list is cut into the elements that JSON.parse gives', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(4), (list, indent) => {
      const text = JSON.stringify(list, undefined, indent);
      expect(elements(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { JsonCheck } from './checkJson.ts';

const encoder = new TextEncoder();

/** What the check finds: an error, or what the text holds. */
function found(text: string, values: number): unknown {
  const check = new JsonCheck(encoder.encode(text), { depth: 8, values, digits: 20 }, 1000);
  try {
    check.run();
    const isExact = check.needsExactReader || check.cuts.some((cut) => cut.needsExactReader);
    return { values: check.values, isExact, hasCuts: check.cuts.length > 0 };
  } catch (error) {
    return String(error);
  }
}

test('long lists of short texts are counted and checked as element by element', () => {
  const element = fc.oneof(
    { weight: 200, arbitrary: fc.constantFrom('"0x1f"', '""', '"a b"', '"[,]"', `"0x${'f'.repeat(64)}"`) },
    fc.constantFrom('1', '1.5', 'null', '["b"]', '{"a":1,"a":2}', ' "c" ', `"${'long '.repeat(40)}"`),
    fc.constantFrom('"\u0001"', '"\\q"', '"\\n"', '"open', 'tru', '', '"a" "b"'),
  );
  const list = fc.array(element, { minLength: 50, maxLength: 400, size: 'max' });
  const end = fc.constantFrom(']', ',]', '', '] ]');
  fc.assert(
    fc.property(list, end, fc.constantFrom(1000, 150), (elements, close, values) => {
      const rest = `${elements.join(',')}${close}`;
      // With a character of two bytes the check goes element by element.
      expect(found(`["ab",${rest}`, values)).toEqual(found(`["é",${rest}`, values));
    }),
    { numRuns: 500 },
  );
});

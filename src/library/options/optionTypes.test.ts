import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionTypes } from '../../../scripts/optionTypes.ts';

test('the types of options are what the table of options makes', () => {
  const written = readFileSync(new URL('./optionTypes.generated.ts', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
  expect(written, 'src/library/options/optionTypes.generated.ts is not up to date. Run: npm run reference').toBe(
    optionTypes(),
  );
});

import { expect, expectTypeOf, test } from 'vitest';
import type { OptionName } from '../options/options.ts';
import { defineConfig, type StarboxConfig } from './defineConfig.ts';

type CamelCase<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : T;

test('a configuration has every option of the command except the name of its own file, and the objects of the library', () => {
  expectTypeOf<keyof StarboxConfig>().toEqualTypeOf<CamelCase<Exclude<OptionName, 'config'>> | 'fork' | 'l1'>();
  expect(defineConfig({ accounts: 3 })).toEqual({ accounts: 3 });
});

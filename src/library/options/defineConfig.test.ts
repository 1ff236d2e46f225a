import { expect, test } from 'vitest';
import type { UpToDate } from '../../../test/support/upToDate.ts';
import type { OptionName } from '../../options/options.ts';
import { defineConfig, type StarboxConfig } from './defineConfig.ts';

type CamelCase<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : T;
type Named = CamelCase<Exclude<OptionName, 'config'>> | 'fork' | 'l1';

test('a configuration has every option of the command except the name of its own file, and the objects of the library', () => {
  'up to date' satisfies UpToDate<Exclude<Named, keyof StarboxConfig>>;
  'up to date' satisfies UpToDate<Exclude<keyof StarboxConfig, Named>>;
  expect(defineConfig({ accounts: 3 })).toEqual({ accounts: 3 });
});

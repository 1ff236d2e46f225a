import type { OptionName } from './options.ts';

/** The option as the library names it, such as `chainId` for `chain-id`. */
export const libraryName = (name: OptionName): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

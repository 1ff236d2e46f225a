// What a row of the table of options can say, and the functions that make rows.
import { defaultConfig, type NodeConfig } from '../chain/config.ts';
import type { GasPrices } from '../execution/blockContext.ts';
import { defaultServerConfig, type ServerConfig } from '../rpc/serverConfig.ts';

interface OptionBase {
  /** As shown in help. */
  readonly about: string;
  readonly short?: string;
  /** The default as text. It comes from the configuration if the row names a member of one and has no text of its own. */
  readonly fallback?: string | undefined;
  /** starknet-devnet does not have the option, so the name of its environment variable begins with STARBOX_. */
  readonly own?: boolean;
  /** The member of `NodeConfig` that the value is put into. Such an option is an option of the library too, by the same name. */
  readonly chain?: string;
  /** The member of `ServerConfig` that the value is put into. */
  readonly server?: string;
}

/** An option that takes a value. */
export interface ValueOption<T> extends OptionBase {
  readonly value: string;
  readonly read: (text: string) => T;
  /** Accepts any number of values, or none. */
  readonly many?: boolean;
  /** The value that is used if the option is given without one. */
  readonly bare?: string;
  /** May be given more than once. */
  readonly repeats?: boolean;
  /** The type of the value in TypeScript, where it is not that of a number, of words, or of any text. */
  readonly type?: string;
  /** The library takes an object instead of its JSON too. */
  readonly json?: boolean;
}

/** An option without a value. */
export interface FlagOption extends OptionBase {
  readonly flag: true;
}

/** Any row. */
export type Option = FlagOption | ValueOption<unknown>;

type More = Pick<ValueOption<unknown>, 'short' | 'fallback' | 'own' | 'bare' | 'type' | 'json'>;
type PricePath = `gasPrices.${keyof GasPrices}.${keyof GasPrices[keyof GasPrices]}`;
/** What an option can set: a member of the configuration, or one of the prices in it. */
type ChainPath = keyof NodeConfig | PricePath;
type ChainValue<P extends ChainPath> = P extends keyof NodeConfig ? NodeConfig[P] : bigint;

/** An option of the command alone. */
export const option = <T>(
  value: string,
  read: (text: string) => T,
  about: string,
  more: More = {},
): ValueOption<T> => ({ value, read, about, ...more });

/** An option that sets a member of the chain's configuration. */
export const chainOption = <const P extends ChainPath>(
  chain: P,
  value: string,
  read: (text: string) => ChainValue<P>,
  about: string,
  more: More = {},
) => ({ ...option(value, read, about, { fallback: defaultAt(defaultConfig, chain), ...more }), chain });

/** An option that sets a member of the server's configuration. */
export const serverOption = <K extends keyof ServerConfig>(
  server: K,
  value: string,
  read: (text: string) => ServerConfig[K],
  about: string,
  more: More = {},
) => ({ ...option(value, read, about, { fallback: defaultAt(defaultServerConfig, server), ...more }), server });

/** An option with any number of values. */
export const many = <T>(value: string, read: (text: string) => T, about: string) =>
  ({ value, read, about, many: true }) as const;

/** An option that starknet-devnet does not have and that can be given several times. */
export const repeated = <T>(value: string, read: (text: string) => T, about: string) =>
  ({ value, read, about, repeats: true, own: true }) as const;

/** An option without a value. */
export const flag = (about: string, more: Pick<FlagOption, 'own' | 'short'> = {}): FlagOption => ({
  flag: true,
  about,
  ...more,
});

/** An option without a value that sets a member of the chain's configuration to true. */
export const chainFlag = <K extends FlagMember>(chain: K, about: string, more: Pick<FlagOption, 'own'> = {}) => ({
  ...flag(about, more),
  chain,
});

/** An option without a value that sets a member of the server's configuration to true. */
export const serverFlag = <K extends ServerFlagMember>(
  server: K,
  about: string,
  more: { readonly own?: true } = {},
) => ({
  ...flag(about, more),
  server,
});
type FlagMember = { [K in keyof NodeConfig]: NodeConfig[K] extends boolean ? K : never }[keyof NodeConfig];
type ServerFlagMember = { [K in keyof ServerConfig]: ServerConfig[K] extends boolean ? K : never }[keyof ServerConfig];

/** The default of a member, as the option would be written. */
function defaultAt(config: object, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], config);
  return value === undefined ? undefined : String(value);
}

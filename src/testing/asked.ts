import { shortString } from '../abi/scalars.ts';
import { didYouMean } from '../text/didYouMean.ts';
import type { TestWallet, WalletRequest } from '../wallet/index.ts';
import type { Verdict } from './verdict.ts';

/** What matchers use of a wallet. */
export type AskedWallet = Pick<TestWallet, 'requests' | 'watch'>;

type Values = Readonly<Record<string, unknown>>;

/** What matchers are told by their runner: that of Playwright has its `expect.timeout`. */
export interface AskedState {
  readonly isNot?: boolean;
  readonly timeout?: number;
}

/** Something that a wallet was asked to do: a call, a message to sign, or a request. */
interface Deed {
  readonly name: string;
  readonly values: Values | undefined;
  readonly text: string;
}

/** How long a dapp may take to ask, in milliseconds, unless the runner says otherwise. */
const PATIENCE = 1000;

/**
 * Whether a wallet was asked to call a function, to sign a message of a type, or for a method, with these values among the arguments. A request
 * that is still on its way is waited for, except where none is expected.
 */
export async function checkAsked(
  received: unknown,
  name: string,
  values: Values = {},
  { isNot = false, timeout = PATIENCE }: AskedState = {},
): Promise<Verdict> {
  const wallet = received as AskedWallet;
  if (!Array.isArray(wallet?.requests) || typeof wallet.watch !== 'function')
    throw new TypeError('Expected a wallet: what `wallet(box)` of starbox/wallet returns.');
  const isAsked = () => deedsOf(wallet).some((deed) => deed.name === name && hasValues(deed, values));
  const pass = isAsked() || (!isNot && (await waitFor(wallet, isAsked, timeout)));
  const deeds = deedsOf(wallet);
  if (!pass) refuseTypingErrors(deeds, name, values);
  const wanted = `${name}${Object.keys(values).length > 0 ? ` with ${valuesText(values)}` : ''}`;
  const asked =
    deeds.length === 0
      ? 'It was asked nothing.'
      : `It was asked to:\n${deeds.map(({ text }) => `  ${text}`).join('\n')}${hintFor(deeds, name)}`;
  return { pass, message: `Expected the wallet ${pass ? 'not ' : ''}to have been asked to ${wanted}. ${asked}` };
}

function waitFor(wallet: AskedWallet, isAsked: () => boolean, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (pass: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(pass);
    };
    // 0 is no limit, as for the runner.
    const timer = milliseconds > 0 ? setTimeout(() => end(false), milliseconds) : undefined;
    const stop = wallet.watch(() => {
      if (isAsked()) end(true);
    });
  });
}

const deedsOf = ({ requests }: AskedWallet): readonly Deed[] => requests.flatMap(deedsIn);

function deedsIn({ type, params, calls }: WalletRequest): readonly Deed[] {
  const asked = { name: type, values: params, text: `${type} ${valuesText(params)}`.trimEnd() };
  if (calls.length > 0)
    return [
      { ...asked, text: `${type}, in one transaction:` },
      ...calls.map(({ name, args, contract, contractName, text }) => ({
        name,
        values: args,
        text: `  ${text} of ${contractName ? `${contractName} ` : ''}${contract}`,
      })),
    ];
  if (type !== 'wallet_signTypedData') return [asked];
  const { primaryType, message } = params as { readonly primaryType?: unknown; readonly message?: Values };
  const values = typeof message === 'object' ? message : {};
  return [
    { ...asked, text: `${type}:` },
    { name: String(primaryType), values, text: `  ${String(primaryType)}(${valuesText(values)})` },
  ];
}

const hasValues = ({ values }: Deed, wanted: Values): boolean =>
  Object.entries(wanted).every(([name, value]) => values !== undefined && isSame(values[name], value));

/** With `.not`, the name of an argument that does not exist would always pass. */
function refuseTypingErrors(deeds: readonly Deed[], name: string, wanted: Values): void {
  for (const { name: own, values } of deeds)
    if (own === name && values)
      for (const each of Object.keys(wanted))
        if (!Object.hasOwn(values, each) && !name.startsWith('wallet_'))
          throw new TypeError(
            `${name} has no \`${each}\`. It has ${Object.keys(values).join(', ') || 'no arguments'}.`,
          );
}

const hintFor = (deeds: readonly Deed[], name: string): string => {
  const names = [...new Set(deeds.map((deed) => deed.name))];
  const hint = names.includes(name) ? '' : didYouMean(name, names);
  return hint === '' ? '' : `\n${hint}`;
};

/** Whether a decoded value is the one that a test wrote: addresses may be accounts, numbers may be texts, felts may be short strings. */
function isSame(actual: unknown, wanted: unknown): boolean {
  if (Object.is(actual, wanted)) return true;
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, i) => isSame(actual[i], item))
    );
  const number = numberIn(actual);
  if (number !== undefined) return number === (numberIn(wanted) ?? feltOfText(wanted));
  if (typeof wanted !== 'object' || wanted === null || typeof actual !== 'object' || actual === null) return false;
  return Object.entries(wanted).every(([name, value]) => isSame((actual as Values)[name], value));
}

function numberIn(value: unknown): bigint | undefined {
  if (typeof value === 'object' && value !== null && 'address' in value) return numberIn(value.address);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^(?:0x[0-9a-f]{1,64}|-?\d{1,80})$/i.test(value) ? BigInt(value) : undefined;
}

function feltOfText(value: unknown): bigint | undefined {
  try {
    return typeof value === 'string' ? BigInt(shortString(value)) : undefined;
  } catch {
    return undefined;
  }
}

const MAX_TEXT = 300;

function valuesText(values: Values): string {
  const text = Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('address' in value) return String(value.address);
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)) ?? '';
}

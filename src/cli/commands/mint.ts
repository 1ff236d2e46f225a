import { wholeNumber } from '../../text/wholeNumber.ts';
import { UsageError } from '../options/usageError.ts';
import { askNode } from './askNode.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';
import { readTokens, tokenText } from './tokenAmount.ts';

const HELP = `Give an address an amount of a fee token on a running node

Usage: starbox mint [OPTIONS] ADDRESS AMOUNT

  ADDRESS  the address that receives it
  AMOUNT   how much; 5, 0x5 or 5e18, and with --unit STRK or ETH also 1.5

Options:
${optionsHelp('mint')}
Examples:
  starbox mint 0x64 1e18
  starbox mint 0x64 1.5 --unit ETH
`;

interface Minted {
  readonly new_balance: string;
  readonly unit: 'FRI' | 'WEI';
  readonly tx_hash: string;
}

/** Units of AMOUNT, with the unit that the node counts in. */
const units = {
  FRI: { counted: 'FRI', read: wholeNumber },
  WEI: { counted: 'WEI', read: wholeNumber },
  STRK: { counted: 'FRI', read: readTokens },
  ETH: { counted: 'WEI', read: readTokens },
} as const;

/** `starbox mint ADDRESS AMOUNT`. */
export async function mintCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('mint', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, own, json } = read;
  const [address, amount, ...rest] = words;
  if (address === undefined || amount === undefined || rest.length > 0)
    throw new UsageError(`mint takes an address and an amount; see 'starbox help mint'`);
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(address))
    throw new UsageError(`'${address}' is not an address, such as 0x64; 'starbox accounts' prints those of accounts`);
  const unit = String(own['unit'] ?? 'FRI').toUpperCase();
  if (!Object.hasOwn(units, unit))
    throw new UsageError(
      `invalid value '${own['unit']}' for '--unit <UNIT>'\n  [possible values: FRI, STRK, WEI, ETH]`,
    );
  const { counted, read: readText } = units[unit as keyof typeof units];
  const value = readText(amount);
  if (value === undefined) throw new UsageError(wrongAmount(amount, unit));
  const minted = await askNode<Minted>(await read.node(), 'devnet_mint', {
    address,
    amount: String(value),
    unit: counted,
  });
  const token = counted === 'FRI' ? 'STRK' : 'ETH';
  process.stdout.write(
    json
      ? `${JSON.stringify(minted, null, 2)}\n`
      : `${address} has ${tokenText(minted.new_balance)} ${token} (${minted.new_balance} ${counted})\n`,
  );
  return 0;
}

function wrongAmount(text: string, unit: string): string {
  if (unit === 'STRK' || unit === 'ETH') return `'${text}' is not an amount of ${unit}, such as 2 or 1.5`;
  const tokens = unit === 'FRI' ? 'STRK' : 'ETH';
  return `'${text}' is not an amount of ${unit}, such as 5, 0x5 or 5e18${readTokens(text) === undefined ? '' : `; for ${text} ${tokens} add --unit ${tokens}`}`;
}

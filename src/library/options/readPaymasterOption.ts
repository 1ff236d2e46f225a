import type { PaymasterSettings } from '../../paymaster/settings.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { SandboxOptionError, type SandboxOptions } from './sandboxOptions.ts';

/** The settings of the option `paymaster`; undefined if it is off. */
export async function readPaymasterOption(given: SandboxOptions['paymaster']): Promise<PaymasterSettings | undefined> {
  if (given === undefined || given === false) return undefined;
  if (typeof given !== 'object' && given !== true)
    throw new SandboxOptionError("invalid value for 'paymaster': expected true, false, or its settings");
  const { settingsIn } = await import('../../paymaster/readSettings.ts');
  const { paymasterWire } = await import('../controls/paymasterWire.ts');
  try {
    return settingsIn(given === true ? {} : paymasterWire(given));
  } catch (error) {
    throw error instanceof ChainError
      ? new SandboxOptionError(`invalid value for 'paymaster': ${error.message}`)
      : error;
  }
}

import type { PaymasterSettings } from '../../paymaster/settings.ts';
import { readJsonOption } from './readJsonOption.ts';

/** The settings of `--paymaster`. */
export async function readPaymasterOption(
  value: string | undefined,
  source: string | undefined,
): Promise<PaymasterSettings | undefined> {
  if (value === undefined) return undefined;
  // Loaded if it is asked for: the start of the command does without it.
  const { settingsIn } = await import('../../paymaster/readSettings.ts');
  return readJsonOption('paymaster', value, source, settingsIn);
}

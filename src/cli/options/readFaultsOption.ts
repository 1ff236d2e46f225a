import type { NodeConfig } from '../../chain/config.ts';
import { FaultError } from '../../faults/faultError.ts';
import type { FaultSettings } from '../../faults/faultRule.ts';
import { readFaults } from '../../faults/readFaults.ts';
import { failed } from '../../protocol/chainError.ts';
import { checkFaults } from '../../rpc/faults/checkFaults.ts';
import { methods } from '../../rpc/methods/index.ts';
import { readJsonOption } from './readJsonOption.ts';

/** The faults of `--faults`. */
export function readFaultsOption(
  value: string | undefined,
  config: NodeConfig,
  source: string | undefined,
): FaultSettings | undefined {
  if (value === undefined) return undefined;
  return readJsonOption('faults', value, source, (json) => {
    try {
      const settings = readFaults(json);
      checkFaults(settings, methods, config);
      return settings;
    } catch (error) {
      throw error instanceof FaultError ? failed(error.message) : error;
    }
  });
}

import type { RunnableClass } from '../../classes/runnableClass.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';

/** How the computation of a call is metered: by VM steps, or by the gas its compiled code withdraws. */
export type TrackedResource = 'CairoSteps' | 'SierraGas';

/** The metering of a call of a class. Below a call that is metered in steps everything is. */
export function trackedResource(
  { sierraVersion }: RunnableClass,
  { minSierraGasVersion }: ProtocolConstants,
  caller?: TrackedResource,
): TrackedResource {
  if (caller === 'CairoSteps' || !sierraVersion) return 'CairoSteps';
  for (let i = 0; i < minSierraGasVersion.length; i++)
    if (sierraVersion[i] !== minSierraGasVersion[i])
      return sierraVersion[i]! > minSierraGasVersion[i]! ? 'SierraGas' : 'CairoSteps';
  return 'SierraGas';
}

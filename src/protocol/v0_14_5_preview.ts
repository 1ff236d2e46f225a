import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_4 } from './v0_14_4.ts';

/**
 * A preview of protocol 0.14.5, which is not released: 0.14.4 with the system call `deploy_v2` and DEPLOY_ACCOUNT of version 4, whose
 * addresses are hashed with BLAKE2s. Source: open changes of the sequencer of July to September 2026. Everything in it may still change. The
 * price of `deploy_v2` is provisional: 175,510 gas and 1,670 for each felt of calldata, of which we chose the steps and range checks.
 */
export const PREVIEW_0_14_5: ProtocolConstants = {
  ...PROTOCOL_0_14_4,
  version: '0.14.5-preview',
  rules: { ...PROTOCOL_0_14_4.rules, hasDeployAccountV4: true },
  syscalls: {
    ...PROTOCOL_0_14_4.syscalls,
    DeployV2: {
      constant: { steps: 1739, builtins: { range_check: 23 } },
      perFelt: { steps: 16, builtins: { range_check: 1 } },
    },
  },
};

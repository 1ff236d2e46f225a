import type { NodeConfig } from '../chain/config.ts';
import { gatewayLimitsOf } from '../protocol/gatewayLimits.ts';
import { NEWEST_PROTOCOL } from '../protocol/versions.ts';
import type { GatewayMode } from './gateway.ts';

/**
 * The configuration of a chain whose gateway refuses transactions: unless its L2 gas price is given, it is the least that the networks have.
 * With the usual price, the bounds of every estimate would be refused.
 */
export function withGatewayPrice<C extends Pick<NodeConfig, 'gasPrices' | 'protocolVersion'>>(
  config: C,
  mode: GatewayMode | undefined,
  isPriceGiven: boolean,
): C {
  if (mode !== 'refuse' || isPriceGiven) return config;
  const { gasPrices, protocolVersion = NEWEST_PROTOCOL } = config;
  const fri = gatewayLimitsOf(protocolVersion.version).minL2PriceFri;
  return { ...config, gasPrices: { ...gasPrices, l2Gas: { ...gasPrices.l2Gas, fri } } };
}

import type { Json } from '../../json/json.ts';
import { snakeCase } from '../snakeCase.ts';
import { addressText, feltText } from '../values.ts';
import type { PaymasterSettingsInput } from './paymasterTypes.ts';

/** The settings of a paymaster as requests write them. */
export function paymasterWire({ tokens, classHashes, blocked, refusals, ...rest }: PaymasterSettingsInput): Json {
  return snakeCase({
    ...rest,
    tokens: tokens?.map(({ address, ...token }) => ({ address: addressText(address, 'tokens.address'), ...token })),
    classHashes: classHashes === null ? null : classHashes?.map((hash) => feltText(hash, 'classHashes')),
    blocked: blocked?.map((contract) => addressText(contract, 'blocked')),
    refusals: refusals?.map(({ user, ...refusal }) => ({
      ...refusal,
      ...(user !== undefined && { userAddress: addressText(user, 'refusals.user') }),
    })),
  }) as Json;
}

import { starknetKeccak } from '../../felt/hash.ts';

const ids = new Map<string, bigint>();

/** The id of a user type by its name: only the hash of the name reaches a class. */
export function userType(name: string): bigint {
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = starknetKeccak(name)));
  return id;
}

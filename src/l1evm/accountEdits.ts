// Changes of accounts of an L1 without transactions: by the methods for tests, and for a single call.
import type { MerkleStateManager } from '@ethereumjs/statemanager';
import type { Address } from '@ethereumjs/util';
import { restIfDue } from '../async/turns.ts';
import { invalidParams } from './ethError.ts';
import { address, bytes, object, quantity } from './ethParams.ts';
import type { EvmMachine } from './evmMachine.ts';
import type { EvmWork } from './loadEvm.ts';

/** What an account is in place of what it is in the state. */
export interface AccountOverride {
  readonly address: `0x${string}`;
  readonly balance: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly code: `0x${string}` | undefined;
  readonly slots: readonly (readonly [slot: bigint, value: bigint])[];
}

/** The most bytes of code that a contract can be deployed with (EIP-170). */
const MOST_CODE = 24_576;
/** The most accounts and slots of a state override. */
const MOST = 1000;
const MEMBERS = ['balance', 'nonce', 'code', 'stateDiff'];

export async function putCode({ packages }: EvmMachine, state: MerkleStateManager, of: Address, text: `0x${string}`) {
  const code = packages.util.hexToBytes(text);
  if (code.length > MOST_CODE)
    throw invalidParams(`The code has ${code.length} bytes, and a contract may have ${MOST_CODE} at most.`);
  await state.putCode(of, code);
}

export async function putSlot(
  { packages }: EvmMachine,
  state: MerkleStateManager,
  of: Address,
  [slot, value]: readonly [bigint, bigint],
) {
  const { bigIntToBytes, setLengthLeft } = packages.util;
  if (!(await state.getAccount(of))) await state.modifyAccountFields(of, { balance: 0n });
  await state.putStorage(
    of,
    setLengthLeft(bigIntToBytes(slot), 32),
    value === 0n ? new Uint8Array() : bigIntToBytes(value),
  );
}

/** Reads the state override of a call: for each account its `balance`, `nonce`, `code` and `stateDiff`. */
export function readOverrides(given: unknown): readonly AccountOverride[] {
  if (given === undefined || given === null) return [];
  const overrides = Object.entries(object(given, 'state override')).map(([of, value]) => {
    const name = `state override of ${address(of, 'address')}`;
    const { balance, nonce, code, stateDiff = {}, ...others } = object(value, name);
    for (const other of Object.keys(others))
      throw invalidParams(`${name} has ${other}. Only ${MEMBERS.join(', ')} can be overridden.`);
    const read = <T>(field: unknown, reader: (value: unknown, name: string) => T) =>
      field === undefined || field === null ? undefined : reader(field, name);
    return {
      address: of as `0x${string}`,
      balance: read(balance, quantity),
      nonce: read(nonce, quantity),
      code: read(code, bytes),
      slots: Object.entries(object(stateDiff, name)).map(
        ([slot, word]) => [quantity(slot, name), quantity(word, name)] as const,
      ),
    };
  });
  if (overrides.reduce((sum, { slots }) => sum + 1 + slots.length, 0) > MOST)
    throw invalidParams(`A state override has ${MOST} accounts and slots at most.`);
  return overrides;
}

/** Changes a state that is thrown away. COST: a third of a millisecond for a slot, so others get their turn between. */
export async function applyOverrides(
  machine: EvmMachine,
  state: MerkleStateManager,
  overrides: readonly AccountOverride[],
  work: EvmWork | undefined,
) {
  const rest = () => {
    work?.throwIfAborted();
    return restIfDue();
  };
  for (const { address, balance, nonce, code, slots } of overrides) {
    const of = machine.packages.util.createAddressFromString(address);
    if (balance !== undefined) await state.modifyAccountFields(of, { balance });
    if (nonce !== undefined) await state.modifyAccountFields(of, { nonce });
    if (code !== undefined) await putCode(machine, state, of, code);
    await rest();
    for (const slot of slots) {
      await putSlot(machine, state, of, slot);
      await rest();
    }
  }
}

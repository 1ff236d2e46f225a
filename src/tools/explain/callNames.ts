import type { AbiFunction } from '../../abi/abiModel.ts';
import { callText, eventText, resultText, type TextOptions } from '../../abi/abiText.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { safeLine } from '../../text/safeText.ts';
import type { ExplainedCall, ExplainedEvent } from './explanation.ts';

/** A function about which nothing is known but its name: its felts are shown as they are. */
const unknownFunction = (name: string): AbiFunction => ({
  kind: 'function',
  name,
  interfaceName: undefined,
  mutability: 'external',
  inputs: [],
  outputs: [],
});

function functionOf({ abi, callType, selector, functionName }: ExplainedCall): AbiFunction {
  if (abi) return abi;
  if (callType === 'CONSTRUCTOR') return unknownFunction('constructor');
  return unknownFunction(functionName ?? (selector === undefined ? 'unknown' : shortHex(selector)));
}

/** A function with its arguments: `transfer(recipient: 0x99, amount: 5)`. */
export const argumentsText = (call: ExplainedCall, options?: TextOptions): string =>
  callText(functionOf(call), call.calldata, options);

/** What a call returned; the empty text for nothing, and for a call that did not return. */
export const returnedText = (call: ExplainedCall, options?: TextOptions): string =>
  call.end.kind === 'returned' ? resultText(functionOf(call), call.end.retdata, options) : '';

/** An event with its members; one that is unknown is shown as its felts. */
export function emittedText({ abi, keys, data }: ExplainedEvent, options?: TextOptions): string {
  if (abi) return eventText(abi, { keys, data }, options);
  const [first, ...rest] = keys;
  return callText(unknownFunction(first === undefined ? 'event' : shortHex(first)), [...rest, ...data], options);
}

/** Names the contracts of calls: by their names, with the address where two contracts have the same one. */
export class ContractNames {
  readonly #addresses = new Map<string, Set<Felt>>();

  constructor(calls: readonly ExplainedCall[]) {
    const collect = ({ contractName, contractAddress, inner }: ExplainedCall) => {
      if (contractName !== undefined) {
        const addresses = this.#addresses.get(contractName);
        if (addresses) addresses.add(contractAddress);
        else this.#addresses.set(contractName, new Set([contractAddress]));
      }
      inner.forEach(collect);
    };
    calls.forEach(collect);
  }

  of({ contractName, contractAddress }: Pick<ExplainedCall, 'contractName' | 'contractAddress'>): string {
    if (contractName === undefined) return shortHex(contractAddress);
    const isUnique = (this.#addresses.get(contractName)?.size ?? 1) === 1;
    return safeLine(isUnique ? contractName : `${contractName}[${shortHex(contractAddress)}]`);
  }

  /** Every named contract with its whole address. */
  list(): string[] {
    return [...this.#addresses].flatMap(([name, addresses]) =>
      [...addresses].map((address) => `${safeLine(name)} ${formatFelt(address)}`),
    );
  }
}

import type { Abi } from '../../abi/types.ts';
import { ClassFileError } from './classFile.ts';

/**
 * A contract with its types, as `starbox types` writes it and `starbox:contracts` has it: `box.deploy`, `box.declare` and `box.contract` take
 * it, and its ABI gives types to arguments, results and events.
 *
 * @example
 * const token = await box.deploy(Token, { name: 'Gold', supply: 100n }); // import { Token } from './typed/Token.js'
 * const holder: ContractClass = Token;
 */
export interface ContractClass<A extends Abi = Abi> {
  /** The name of the contract. */
  readonly name: string;
  readonly abi: A;
  /** The class file that Scarb wrote. */
  readonly file: string | URL;
}

/** Whether something is a contract with its types. Parsed class files have an ABI too, beside their program. */
export const isContractClass = <A extends Abi>(source: unknown): source is ContractClass<A> =>
  typeof source === 'object' && source !== null && 'abi' in source && 'file' in source && !('sierra_program' in source);

/** Throws a ClassFileError if the class has another ABI than its types: calls would be encoded for an earlier build. */
export function checkTypes({ name, abi, file }: ContractClass, built: Abi): void {
  if (JSON.stringify(abi) === JSON.stringify(built)) return;
  throw new ClassFileError(
    `The types of ${name} are not those of its class file ${file}: the contract was built again since they were written. Run 'starbox types'.`,
  );
}

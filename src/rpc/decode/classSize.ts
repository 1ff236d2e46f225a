import type { NodeConfig } from '../../chain/config.ts';
import { isObject, type Json } from '../../json/json.ts';
import { RpcError } from '../rpcError.ts';

/** Refuses a declaration whose class is too large, before the class is read. */
export function checkClassSize(transaction: Json | undefined, config: NodeConfig): void {
  const contractClass = isObject(transaction) ? transaction['contract_class'] : undefined;
  if (!isObject(contractClass)) return;
  const { sierra_program: program, abi } = contractClass;
  const isTooLarge =
    (Array.isArray(program) && program.length > config.maximumSierraLength) ||
    (typeof abi === 'string' && abi.length > config.maximumContractClassSize);
  if (isTooLarge) throw new RpcError('contractClassSizeTooLarge');
}

/** Refuses a list of transactions if one declares a class that is too large, before the class is read. */
export function checkClassSizes(transactions: Json | undefined, config: NodeConfig): void {
  if (Array.isArray(transactions)) for (const transaction of transactions) checkClassSize(transaction, config);
}

/** A parameter that has not been decoded yet, by name or position. */
export const unreadParam = (params: Json, name: string, index: number): Json | undefined =>
  Array.isArray(params) ? params[index] : isObject(params) ? params[name] : undefined;

import { parse } from 'node:path';

/** Whether the program was started by the name of starknet-devnet, which it then stands in for. */
export const isCalledDevnet = (): boolean => parse(process.argv[1] ?? '').name === 'starknet-devnet';

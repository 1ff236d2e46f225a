import { parse } from 'node:path';

/** Whether the program was started under the name `starknet-devnet`: then scripts that know that program read what it prints. */
export const isDevnet = (program = process.argv[1]): boolean => parse(program ?? '').name === 'starknet-devnet';

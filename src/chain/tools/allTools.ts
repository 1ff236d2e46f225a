import { GasCollector } from '../../execution/gasReport/gasCollector.ts';
import { profileCall, profileTransactions } from './profileChain.ts';
import { reportGas } from './reportGas.ts';
import type { Tools } from './tools.ts';

export const allTools: Tools = {
  gasCollector: () => new GasCollector(),
  reportGas,
  profileTransactions,
  profileCall,
};

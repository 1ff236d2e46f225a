import { CoverageCollector } from '../../execution/coverage/coverageCollector.ts';
import { GasCollector } from '../../execution/gasReport/gasCollector.ts';
import { debugCall, debugSimulation, debugTransaction } from './debugChain.ts';
import { debugView } from './debugView.ts';
import { profileCall, profileTransactions } from './profileChain.ts';
import { reportCoverage } from './reportCoverage.ts';
import { encodeGas, reportGas } from './reportGas.ts';
import type { Tools } from './tools.ts';
import { traceForCairoTools } from './traceChain.ts';

export const allTools: Tools = {
  gasCollector: () => new GasCollector(),
  coverageCollector: () => new CoverageCollector(),
  reportCoverage,
  traceForCairoTools,
  reportGas,
  encodeGas,
  profileTransactions,
  profileCall,
  debugTransaction,
  debugCall,
  debugSimulation,
  debugView,
};

import { CoverageCollector } from './coverage/coverageCollector.ts';
import { coverTransactions } from './coverage/coverTransactions.ts';
import { isCounting, reportCoverage, saveCoverage } from './coverage/reportCoverage.ts';
import { debugCall, debugSimulation, debugTransaction } from './debug/debugChain.ts';
import { debugTrialView, debugView } from './debug/debugView.ts';
import { GasCollector } from './gas/gasCollector.ts';
import { encodeGas, reportGas } from './gas/reportGas.ts';
import { profileCall, profileTransactions } from './profile/profileChain.ts';
import { traceForCairoTools } from './profile/traceChain.ts';
import type { Tools } from './tools.ts';

export const allTools: Tools = {
  gasCollector: () => new GasCollector(),
  coverageCollector: (save) => new CoverageCollector(save),
  reportCoverage,
  isCounting,
  coverTransactions,
  saveCoverage,
  traceForCairoTools,
  reportGas,
  encodeGas,
  profileTransactions,
  profileCall,
  debugTransaction,
  debugCall,
  debugSimulation,
  debugTrialView,
  debugView,
};

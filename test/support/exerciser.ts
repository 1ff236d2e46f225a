import { readFileSync } from 'node:fs';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import type { Sandbox } from '../../src/index.ts';

/** The address at which `deployExerciser` puts the contract. */
export const EXERCISER = '0xe4e';

/** Puts a contract of contracts/src/exerciser.cairo into the open block. */
export async function deployExerciser(box: Pick<Sandbox, 'request'>): Promise<void> {
  const text = readFileSync(new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url), 'utf8');
  const { sierra_program, contract_class_version, entry_points_by_type, abi } = JSON.parse(text);
  const contract_class = {
    sierra_program,
    contract_class_version,
    entry_points_by_type,
    abi: typeof abi === 'string' ? abi : JSON.stringify(abi),
  };
  const class_hash = formatFelt(compileClass(readClassText(text)).classHash);
  await box.request('devnet_applyStateDiff', {
    state_diff: { deployed_contracts: [{ address: EXERCISER, class_hash }] },
    classes: [{ contract_class }],
  });
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Attack, type AttackSettings, AttackSucceeded, LIMITS } from './attack.ts';
import { Bystander } from './bystander.ts';
import { newFolder, pause, Target } from './target.ts';

/** A row of the table. */
export interface AttackResult {
  readonly name: string;
  readonly held: boolean;
  /** The longest time that another client waited for the node, in milliseconds. */
  readonly waitMs: number;
  /** The peak of the process's memory above that before the attack. */
  readonly memoryMb: number;
  readonly seconds: number;
  readonly outcome: string;
}

/** A busy machine disturbs what is measured, so an attack that failed only by the waiting time is retried. */
const MAX_ATTEMPTS = 3;

/** Starts a node, attacks it while another client measures its waiting time, and compares the result with the limits. */
export async function runAttack(attack: Attack, chance: AttackSettings): Promise<AttackResult> {
  for (let tries = 1; ; tries++) {
    const { onlyWaited: failedByWaiting, ...result } = await tryAttack(attack, chance);
    if (!failedByWaiting || tries === MAX_ATTEMPTS) return result;
  }
}

async function tryAttack(
  attack: Attack,
  chance: AttackSettings,
): Promise<AttackResult & { readonly onlyWaited: boolean }> {
  const begin = performance.now();
  const folder = newFolder();
  for (const [name, text] of Object.entries(attack.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const options = typeof attack.options === 'function' ? await attack.options() : attack.options;
  const target = await Target.start({ options, env: attack.env, folder });
  await target.call('starknet_chainId');
  const before = target.memoryMb().now;
  const bystander = new Bystander(target);
  const faults: string[] = [];
  let outcome = '';
  try {
    outcome = await attack.run(target, chance);
  } catch (error) {
    faults.push(error instanceof AttackSucceeded ? error.message : ((error as Error).stack ?? String(error)));
  }
  const memoryMb = Math.max(0, target.memoryMb().peak - before);
  const watched = await bystander.stop();
  if (!attack.endsNode) {
    faults.push(...(await faultsAfter(target)));
    if (watched.failures > 0) faults.push(`${watched.failures} requests of others failed`);
    if (memoryMb > LIMITS.memoryMb) faults.push(`took ${memoryMb.toFixed(0)} MB`);
  }
  const onlyWaited = !attack.endsNode && faults.length === 0 && watched.ownLongest > LIMITS.waitMs;
  if (onlyWaited) faults.push(`others waited ${(watched.ownLongest / 1000).toFixed(1)} s`);
  await target.stop('SIGKILL');
  return {
    onlyWaited,
    name: attack.name,
    held: faults.length === 0,
    waitMs: watched.ownLongest,
    memoryMb,
    seconds: (performance.now() - begin) / 1000,
    outcome: faults.length ? faults.join('; ') : outcome,
  };
}

/** The node must still run and answer after the attack. */
async function faultsAfter(target: Target): Promise<string[]> {
  if (target.ended !== undefined) return [`the process ended with ${target.ended}: ${target.output.slice(-200)}`];
  const answer = await Promise.race([target.ask('starknet_chainId'), pause(10_000)]);
  return answer?.result === undefined ? ['it no longer answers'] : [];
}

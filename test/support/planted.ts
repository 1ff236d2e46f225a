// The contracts of contracts/planted, each of which has a fault that invariants must find.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeployedContract, Sandbox } from '../../src/index.ts';

export type PlantedName =
  | 'Pool'
  | 'Bank'
  | 'Robber'
  | 'Registry'
  | 'Deeds'
  | 'Limbs'
  | 'Club'
  | 'Auction'
  | 'Settings'
  | 'SettingsV2';

const FOLDER = join(import.meta.dirname, '../../contracts/planted/classes');

/** The class of a contract. */
export const plantedClass = (name: PlantedName) =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.sierra.json`), 'utf8'));

/** The file of a class of contracts/classes. */
export const ownClassFile = (name: string): string => join(FOLDER, '../../classes', `${name}.sierra.json`);

/** A sandbox that is the same on every machine. */
export async function plantedBox(): Promise<Sandbox> {
  const box = await Sandbox.create({ seed: 7, startTime: 1_900_000_000 });
  await box.time.freeze();
  return box;
}

/** Deploys a contract. Its functions have loose types. */
export const deployPlanted = (
  box: Sandbox,
  name: PlantedName,
  args: readonly unknown[] = [],
): Promise<DeployedContract> => box.deploy(plantedClass(name), args as never) as Promise<DeployedContract>;

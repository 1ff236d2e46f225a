import type { BuiltinClassName } from '../../classes/builtinClasses.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { NodeConfig, SystemClasses } from '../config.ts';

/** Class hashes that clients and tutorials use. If we do not have the real class, our own class is declared under the hash. */
export const WELL_KNOWN = {
  account: toFelt(0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564n),
  accountCairo0: toFelt(0x4d07e40e93398ed3c76981e72dd1fd22557a78ce36c0515f679e27f0bb5bc5fn),
  udcLegacy: toFelt(0x7b3e05f48f0c69e4a65ce5e076a66271a527aff2c34ce1083ec6e1526997a69n),
  udc: toFelt(0x1b2df6d8861670d4a8ca4670433b2418d78169c2947f46dc614e69f333745c8n),
} as const;

/** The classes a chain starts with. */
export interface SystemClassSet {
  /** The class of the predeployed accounts. */
  readonly account: DeclaredClass;
  /** The class of the minting account: the standard account, whatever class the others have. */
  readonly minter: DeclaredClass;
  readonly eth: DeclaredClass;
  readonly strk: DeclaredClass;
  readonly udc: DeclaredClass;
  readonly udcLegacy: DeclaredClass;
  /** Classes that are declared only if the user provides them. */
  readonly argent: DeclaredClass | undefined;
  readonly argentMultisig: DeclaredClass | undefined;
  /** Our classes that are declared under well-known hashes, unless the real classes are available. */
  readonly aliases: readonly (readonly [classHash: FeltKey, declared: DeclaredClass])[];
  /** All classes that are declared at genesis under their own hash. */
  readonly declared: readonly (readonly [classHash: FeltKey, declared: DeclaredClass])[];
}

/** A class that a configuration gives instead of a built-in one. */
export type ChosenClass = keyof SystemClasses | 'accountClassCustom';

/** A given class that cannot be used; the message names it as the configuration does. */
export class ClassChoiceError extends Error {
  override readonly name = 'ClassChoiceError';
  readonly chosen: ChosenClass;
  /** Why it cannot be used. */
  readonly reason: string;

  constructor(chosen: ChosenClass, reason: string) {
    super(`${chosen === 'accountClassCustom' ? chosen : `systemClasses.${chosen}`}: ${reason}`);
    this.chosen = chosen;
    this.reason = reason;
  }
}

/** Where the classes come from. */
export interface ClassSource {
  /** One of ours, precompiled. */
  builtin(name: BuiltinClassName): DeclaredClass;
  /** A class that the configuration gives. Throws ClassChoiceError. */
  read(text: string, chosen: ChosenClass): Promise<DeclaredClass>;
}

/** The classes of a configuration: our own or those that replace them. */
export async function systemClasses(config: NodeConfig, source: ClassSource): Promise<SystemClassSet> {
  const given = config.systemClasses;
  const own = async (chosen: keyof SystemClasses, name: BuiltinClassName): Promise<DeclaredClass> => {
    const text = given[chosen];
    return text === undefined ? source.builtin(name) : source.read(text, chosen);
  };
  const minter = await own('account', 'account');
  const accountCairo0 = await own('accountCairo0', 'account_cairo0');
  const eth = await own('eth', 'erc20');
  const strk = await own('strk', 'erc20');
  const udc = await own('udc', 'universal_deployer');
  const udcLegacy = await own('udcLegacy', 'universal_deployer');
  const account = await chosenAccount(config, source, minter, accountCairo0);

  const aliases = [
    [keyOf(WELL_KNOWN.account), minter],
    [keyOf(WELL_KNOWN.accountCairo0), accountCairo0],
    [keyOf(WELL_KNOWN.udc), udc],
    [keyOf(WELL_KNOWN.udcLegacy), udcLegacy],
  ] as const;
  const declared = new Map<FeltKey, DeclaredClass>();
  const [argent, argentMultisig] = await argentClasses(config, source);
  for (const known of [minter, accountCairo0, eth, strk, udc, udcLegacy, account, argent, argentMultisig])
    if (known) declared.set(keyOf(known.classHash), known);
  return {
    account,
    // The custom class may be the real class of a well-known hash.
    minter: account.classHash === WELL_KNOWN.account ? account : minter,
    eth,
    strk,
    udc,
    udcLegacy,
    argent,
    argentMultisig,
    aliases,
    declared: [...declared],
  };
}

async function chosenAccount(
  config: NodeConfig,
  source: ClassSource,
  account: DeclaredClass,
  accountCairo0: DeclaredClass,
): Promise<DeclaredClass> {
  if (config.accountClassCustom !== undefined) return source.read(config.accountClassCustom, 'accountClassCustom');
  return config.accountClass === 'cairo1' ? account : accountCairo0;
}

async function argentClasses(config: NodeConfig, source: ClassSource): Promise<(DeclaredClass | undefined)[]> {
  if (!config.predeclareArgent) return [undefined, undefined];
  const { argent, argentMultisig } = config.systemClasses;
  return [
    argent === undefined ? undefined : await source.read(argent, 'argent'),
    argentMultisig === undefined ? undefined : await source.read(argentMultisig, 'argentMultisig'),
  ];
}

import type { BuiltinTexts, SierraTexts } from './builtinClasses.ts';
import { type BundledCasm, casmJson } from './bundledCasm.ts';
import { bundledClasses } from './bundledClasses.generated.ts';
import { type BundledSierra, sierraText } from './bundledSierra.ts';

/** The classes we ship, as the library has them: in its bundle, read when they are first used. */
export const builtinClassTexts: BuiltinTexts = {
  account: textsOf(bundledClasses.account),
  erc20: textsOf(bundledClasses.erc20),
  universal_deployer: textsOf(bundledClasses.universal_deployer),
  account_cairo0: bundledClasses.account_cairo0,
};

function textsOf({ sierra, casm }: { readonly sierra: BundledSierra; readonly casm: BundledCasm }): SierraTexts {
  return {
    get sierra() {
      return sierraText(sierra);
    },
    outline: sierra.rest,
    get casm() {
      return casmJson(casm);
    },
  };
}

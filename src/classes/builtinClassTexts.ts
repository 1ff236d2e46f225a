import type { BuiltinTexts, SierraTexts } from './builtinClasses.ts';
import { bundledClasses } from './bundledClasses.generated.ts';

/** The classes we ship, as the library has them: in a module, which is loaded with the first sandbox. */
export const builtinClassTexts: BuiltinTexts = {
  account: textsOf(bundledClasses.account),
  erc20: textsOf(bundledClasses.erc20),
  universal_deployer: textsOf(bundledClasses.universal_deployer),
  account_cairo0: bundledClasses.account_cairo0,
};

function textsOf({ sierra, casm }: { readonly sierra: string; readonly casm: string }): SierraTexts {
  return {
    sierra,
    get casm() {
      return JSON.parse(casm);
    },
  };
}

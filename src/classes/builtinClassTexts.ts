import type { BuiltinTexts, SierraTexts } from './builtinClasses.ts';
import * as texts from './classTexts.generated.ts';

/** The classes we ship, as pages have them: in a module, which is loaded with the first sandbox. On Node.js see src/libraryNode/builtinTexts.ts. */
export const builtinClassTexts: BuiltinTexts = {
  account: textsOf(texts.account_sierra, texts.account_casm),
  erc20: textsOf(texts.erc20_sierra, texts.erc20_casm),
  universal_deployer: textsOf(texts.universal_deployer_sierra, texts.universal_deployer_casm),
  account_cairo0: texts.account_cairo0,
};

function textsOf(sierra: string, casm: string): SierraTexts {
  return {
    sierra,
    get casm() {
      return JSON.parse(casm);
    },
  };
}

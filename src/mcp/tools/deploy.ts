import { readAbi } from '../../abi/readAbi.ts';
import { abiList } from '../../library/files/classFile.ts';
import { contractNameOf } from '../../text/classFileName.ts';
import { quoted } from '../../text/codeNames.ts';
import type { Branch } from '../branch.ts';
import { buildProject } from '../buildProject.ts';
import { argsField } from '../fields.ts';
import { flag, optional, text } from '../input.ts';
import { addressCodeOf, addressOf, prepareArguments } from '../names.ts';
import { classFileOf } from '../permissions.ts';
import { variableOf } from '../testText.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';
import { functionsText } from './functionsText.ts';

/** Deploys a contract, and declares its class if needed. */
export const deploy = branchTool({
  name: 'deploy',
  description:
    'Deploy a contract of the project, and declare its class: by the name of the contract (from target/dev, as Scarb built it), by the path of a class file in the project, or by a class hash. The answer names the contract, for to, contract and @names in arguments, and lists its functions.',
  input: {
    contract: text(
      'The name of the contract, such as Counter; a path that ends with .contract_class.json; or a class hash (0x…).',
      300,
    ),
    args: argsField,
    from: optional(text('Who deploys: an account. Default: alice.')),
    build: optional(
      flag(
        'Run scarb build before, to deploy from the present source; the user must have allowed it with --allow-build.',
      ),
    ),
  },
  changes: true,
  reachesOut: true,
  run: async (branch, { contract, args = [], from, build }, { permissions }, signal) => {
    const built = build ? await buildProject(permissions, signal) : undefined;
    const isHash = /^0x[0-9a-fA-F]{1,64}$/.test(contract);
    const source = isHash ? contract : await classFileOf(contract, permissions);
    const sender = from === undefined ? undefined : await addressOf(branch, from);
    return branch.change(`deploy ${isHash ? 'a class' : (contractNameOf(source) ?? 'a class')}`, async () => {
      const { box } = branch;
      const declared = isHash ? undefined : await box.declare(source, sender === undefined ? {} : { from: sender });
      const abi = declared?.abi ?? (await abiOfClass(branch, contract));
      const { values, code } = prepareArguments(branch, readAbi(abi).constructorFunction ?? NO_CONSTRUCTOR, args);
      const made = await box.deploy(
        declared ?? contract,
        values as never,
        sender === undefined ? {} : { from: sender },
      );
      const transaction = branch.addTransaction(made.deployment.transactionHash);
      const wanted = contractNameOf(source) ?? 'Contract';
      const name = branch.addContract(wanted, made.address, abi, true);
      const fromCode = sender === undefined ? '' : `, { from: ${addressCodeOf(branch, sender)} }`;
      branch.addStep({
        code: `const ${variableOf(name)} = await box.deploy(${quoted(contract)}, [${code}]${fromCode});`,
        accounts: accountsIn(code + fromCode),
      });
      return {
        text: `Deployed as ${name} at ${made.address}, class ${made.classHash}, by ${transaction}.${built ? ' The project was built before.' : ''}`,
        data: withNames(branch, functionsText(abi)),
      };
    });
  },
});

const NO_CONSTRUCTOR = { name: 'constructor', inputs: [] };

async function abiOfClass({ box }: Branch, classHash: string) {
  const { abi } = await box.request('starknet_getClass', {
    block_id: 'pre_confirmed',
    class_hash: classHash as `0x${string}`,
  });
  return abiList(abi);
}

/** The names of accounts in code. */
export const accountsIn = (code: string): readonly string[] =>
  code.match(/\b(?:alice|bob|carol|dave|erin|account\d+)\b/g) ?? [];

import { UsageError } from '../options/usageError.ts';
import { optionsHelp } from './commandOptions.ts';
import { declareFile, deployingHost } from './declaring.ts';
import { namedClass } from './namedClass.ts';
import { nodeRequests, throwRefusal } from './nodeRequests.ts';
import { readArguments } from './readArguments.ts';
import { readAccountChoice, sendingAccount } from './sendingAccount.ts';
import { explainSent, feeText, isReverted, placeOf, printJson, printReport, sentJson } from './sentReport.ts';

const HELP = `Declare a class on a running node. A class that is already declared is no error

Usage: starbox declare [OPTIONS] CLASS

  CLASS  a class file (.contract_class.json), or the name of a contract that Scarb has built in this folder

Options:
${optionsHelp('declare')}
Examples:
  starbox declare Counter
  starbox declare target/dev/shop_Counter.contract_class.json --account 1
  starbox declare Counter --json | jq -r .class_hash
`;

/** `starbox declare CLASS`. */
export async function declareCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('declare', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [word, ...rest] = read.words;
  if (word === undefined || rest.length > 0)
    throw new UsageError(
      `declare takes one class: a file, or the name of a contract that Scarb has built; see 'starbox help declare'`,
    );
  const choice = readAccountChoice(read.own, process.env);
  const file = await namedClass(word);
  const node = await read.node();
  const request = nodeRequests(node);
  const sending = await sendingAccount(node, request, choice);
  const { classHash, compiledClassHash, sent } = await declareFile(
    request,
    deployingHost(request, sending),
    file,
    sending.from,
  ).catch((error: unknown) => throwRefusal(node, error));
  const hashes = { class_hash: classHash, compiled_class_hash: compiledClassHash };
  if (!sent) {
    if (read.json) return printJson({ ...hashes, transaction_hash: null }, undefined);
    process.stdout.write(`${file.name} was already declared\n  class hash   ${classHash}\n`);
    return 0;
  }
  const explained = await explainSent(request, sent, read);
  if (read.json) return printJson({ ...hashes, ...sentJson(explained) }, sent);
  return printReport(
    isReverted(sent) ? `Declaring ${file.name} failed` : `Declared ${file.name} in ${placeOf(sent)}`,
    [
      ['class hash', classHash],
      ['transaction', sent.transactionHash],
      ['fee', feeText(sent)],
    ],
    explained,
  );
}

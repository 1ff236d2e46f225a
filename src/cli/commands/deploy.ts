import { UDC_ADDRESS } from '../../chain/genesis/genesis.ts';
import { parseFelt } from '../../felt/felt.ts';
import { abiOf } from '../../library/files/classFile.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import { deployContract } from '../../library/sending/deploying.ts';
import { type Hex, toHex } from '../../library/values.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { prepareConstructor } from './callAbi.ts';
import { optionsHelp } from './commandOptions.ts';
import { type DeclaredFile, declaredAbi, declareFile, deployingHost } from './declaring.ts';
import { type ClassFile, namedClass } from './namedClass.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { nodeRequests, throwRefusal } from './nodeRequests.ts';
import { readArguments } from './readArguments.ts';
import { readAccountChoice, sendingAccount } from './sendingAccount.ts';
import {
  eventRows,
  explainSent,
  feeText,
  isReverted,
  placeOf,
  printJson,
  printReport,
  type Row,
  sentJson,
} from './sentReport.ts';

const HELP = `Deploy a contract on a running node. Its class is declared first if it is not declared yet

Usage: starbox deploy [OPTIONS] CLASS [ARGS…]

  CLASS  a class file (.contract_class.json), the name of a contract that Scarb has built in this folder, or a class hash
  ARGS   the arguments of the constructor, as for 'starbox call'

Options:
${optionsHelp('deploy')}
Put -- before arguments that begin with a dash.

Examples:
  starbox deploy Counter 5
  starbox deploy target/dev/shop_Token.contract_class.json Gold GLD 0x64 --account 1
  starbox deploy Counter 5 --salt 0x1 --unique false --json | jq -r .contract_address
`;

const UDC = toHex(UDC_ADDRESS);

/** `starbox deploy CLASS [ARGS…]`. */
export async function deployCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('deploy', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [word, ...rest] = read.words;
  if (word === undefined)
    throw new UsageError(
      `deploy takes a class: a file, the name of a contract that Scarb has built, or a class hash; see 'starbox help deploy'`,
    );
  const choice = readAccountChoice(read.own, process.env);
  const salt = readSalt(read.own['salt'] as string | undefined);
  const unique = readUnique(read.own['unique'] as string | undefined);
  const hash = readClassHash(word);
  const file = hash === undefined ? await namedClass(word) : undefined;
  const node = await read.node();
  const request = nodeRequests(node);
  const sending = await sendingAccount(node, request, choice);
  // Wrong arguments are reported before anything is sent.
  const calldata = prepareConstructor(file ? abiOf(file.definition) : await abiOfHash(node, request, hash!), rest);
  const host = deployingHost(request, sending);
  const declared = await (file ? declareFile(request, host, file, sending.from) : declaredBefore(hash!)).catch(
    (error: unknown) => throwRefusal(node, error),
  );
  const { classHash, sent: declaration } = declared;
  if (declaration && isReverted(declaration)) return reportDeclaration(request, declaration, file!, read);
  const { address, deployment } = await deployContract(
    host,
    { classHash, calldata, salt, unique },
    { from: sending.from, allowRevert: true },
  ).catch((error: unknown) => throwRefusal(node, error));
  const explained = await explainSent(request, deployment, read);
  const contract = { contract_address: address ?? null, class_hash: classHash };
  if (read.json) {
    const before = declaration ? { declare_transaction_hash: declaration.transactionHash } : {};
    return printJson({ ...contract, ...before, ...sentJson(explained, UDC) }, deployment);
  }
  const name = file?.name ?? 'a contract';
  const rows: Row[] = [
    ...(address === undefined ? [] : ([['address', address]] as const)),
    ['class hash', classHash],
    ...(declaration
      ? ([['declared by', `${declaration.transactionHash} (fee ${feeText(declaration)})`]] as const)
      : []),
    ['transaction', deployment.transactionHash],
    ...eventRows(explained, UDC),
    ['fee', feeText(deployment)],
  ];
  const headline =
    address === undefined ? `Deploying ${name} was reverted` : `Deployed ${name} in ${placeOf(deployment)}`;
  const code = printReport(headline, rows, explained);
  if (address === undefined && salt !== undefined && /already deployed/.test(deployment.receipt.revert_reason ?? ''))
    process.stderr.write(
      '\nThe address follows from the class, the arguments and --salt: choose another salt, or leave it out.\n',
    );
  return code;
}

async function reportDeclaration(
  request: SendRequest,
  declaration: NonNullable<DeclaredFile['sent']>,
  { name }: ClassFile,
  read: { readonly json: boolean; readonly color: boolean },
): Promise<number> {
  const explained = await explainSent(request, declaration, read);
  if (read.json) return printJson(sentJson(explained), declaration);
  return printReport(`Declaring ${name} failed`, [['transaction', declaration.transactionHash]], explained);
}

/** A class hash as a word; undefined for the name of a class or file. */
function readClassHash(word: string): Hex | undefined {
  if (!/^0x[0-9a-fA-F]+$/.test(word)) return undefined;
  const felt = parseFelt(word);
  if (felt === undefined) throw new UsageError(`'${word}' is not a class hash: it is larger than a field element`);
  return toHex(felt);
}

async function abiOfHash(node: NodeAddress, request: SendRequest, classHash: Hex) {
  const abi = await declaredAbi(request, classHash);
  if (abi) return abi;
  throw new StartError(
    `The node at ${node.url} has no class ${classHash}. Deploy by a file or the name of a contract, which declares the class too, or name another node with --url.`,
  );
}

const declaredBefore = async (classHash: Hex): Promise<Pick<DeclaredFile, 'classHash' | 'sent'>> => ({
  classHash,
  sent: undefined,
});

function readSalt(text: string | undefined): Hex | undefined {
  if (text === undefined) return undefined;
  const felt = parseFelt(/^\d{1,77}$/.test(text) ? toHex(BigInt(text)) : text);
  if (felt === undefined)
    throw new UsageError(`invalid value '${text}' for '--salt <SALT>': it must be a number such as 7 or 0x7`);
  return toHex(felt);
}

function readUnique(text = 'true'): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError(`invalid value '${text}' for '--unique <true|false>'\n  [possible values: true, false]`);
}

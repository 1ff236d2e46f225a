import type { AbiFunction } from '../../abi/abiModel.ts';
import { resultText } from '../../abi/abiText.ts';
import { readFelts } from '../../abi/scalars.ts';
import type { CallLike } from '../../library/sending/calls.ts';
import type { CallExplanation } from '../../rpc/format/explanation.ts';
import { safeLine } from '../../text/safeText.ts';
import { UsageError } from '../options/usageError.ts';
import { abiAt, prepareCall, readAddress } from './callAbi.ts';
import { optionsHelp } from './commandOptions.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { nodeRequests, throwRefusal } from './nodeRequests.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';
import { readAccountChoice, sendingAccount } from './sendingAccount.ts';
import {
  callsOf,
  type ExplainedSent,
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

const HELP = `Send a transaction that calls functions of contracts on a running node

Usage: starbox invoke [OPTIONS] ADDRESS FUNCTION [ARGS…] [--and ADDRESS FUNCTION [ARGS…]]…

  ADDRESS   the address of the contract
  FUNCTION  the name of the function
  ARGS      its arguments, as for 'starbox call'

Options:
${optionsHelp('invoke')}
Put -- before arguments that begin with a dash. The exit code is 1 if the transaction was reverted.

Examples:
  starbox invoke 0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d transfer 0x64 1e18
  starbox invoke $TOKEN approve $VAULT 5 --and $VAULT deposit 5 --account 1
  starbox invoke $COUNTER increase 3 --json | jq -r .transaction_hash
`;

/** A call that is sent, and what the ABI says of its function. */
interface PreparedCall {
  readonly call: CallLike;
  readonly entry: AbiFunction;
}

const NOT_THERE =
  "'starbox deploy' prints the address of what it deploys. Was the chain restarted since, or is it on another node (--url)?";
/** Characters of a printed result. */
const MAX_TEXT = 2000;

/** `starbox invoke ADDRESS FUNCTION [ARGS…] [--and …]`. */
export async function invokeCommand(args: readonly string[]): Promise<number> {
  const parts = partsOf(args).map((part) => readArguments('invoke', part));
  if (!parts.every((part) => part !== undefined)) {
    process.stdout.write(HELP);
    return 0;
  }
  const own = Object.assign({}, ...parts.map((part) => part.own)) as CommandArguments['own'];
  for (const { words } of parts)
    if (words.length < 2)
      throw new UsageError(
        `invoke takes an address and the name of a function${parts.length > 1 ? ', also after --and' : ''}; see 'starbox help invoke'`,
      );
  for (const { words } of parts) readAddress(words[0]!);
  const choice = readAccountChoice(own, process.env);
  // The options may stand in any part.
  const read = parts.find((part) => part.own['url'] !== undefined) ?? parts[0]!;
  const json = parts.some((part) => part.json);
  const color = parts.every((part) => part.color);
  const node = await read.node();
  const calls: PreparedCall[] = [];
  for (const { words } of parts) calls.push(await prepared(node, words));
  const request = nodeRequests(node);
  const { sender, from } = await sendingAccount(node, request, choice);
  const sent = await sender
    .invoke(
      calls.map(({ call }) => call),
      { from, allowRevert: true },
    )
    .catch((error: unknown) => throwRefusal(node, error));
  const explained = await explainSent(request, sent, { json, color });
  if (json) return printJson({ ...sentJson(explained), results: resultsOf(calls, explained) }, sent);
  const rows: Row[] = [
    ['transaction', sent.transactionHash],
    ...returnedRows(calls, explained),
    ...eventRows(explained),
    ['fee', feeText(sent)],
  ];
  return printReport(`${isReverted(sent) ? 'Reverted' : 'Succeeded'} in ${placeOf(sent)}`, rows, explained);
}

/** The words between one --and and the next. */
function partsOf(args: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const word of args)
    if (word === '--and') parts.push([]);
    else parts.at(-1)!.push(word);
  return parts;
}

async function prepared(node: NodeAddress, words: readonly string[]): Promise<PreparedCall> {
  const [address, name, ...rest] = words;
  const to = readAddress(address!);
  const { entry, calldata } = prepareCall(await abiAt(node, to, 'pre_confirmed', NOT_THERE), name!, rest);
  return { call: { to, entryPoint: entry.name, calldata }, entry };
}

/** What the call of the user became in the transaction; undefined if the account has done something else, or the node explains nothing. */
const explainedCall = (explained: ExplainedSent, index: number): CallExplanation | undefined =>
  isReverted(explained.sent) ? undefined : callsOf(explained)[index];

function returnedRows(calls: readonly PreparedCall[], explained: ExplainedSent): readonly Row[] {
  return calls.flatMap(({ entry }, i) => {
    const done = explainedCall(explained, i);
    if (done?.function_name !== entry.name || !done.retdata) return [];
    const isWhole = done.retdata_length === undefined;
    const text = isWhole
      ? resultText(entry, readFelts(done.retdata, 'result'), { maxLength: MAX_TEXT })
      : (done.result_text ?? '');
    if (text === '') return [];
    return [['returned', calls.length > 1 ? `${safeLine(text)} (${entry.name})` : safeLine(text)]];
  });
}

const resultsOf = (calls: readonly PreparedCall[], explained: ExplainedSent) =>
  calls.map((_, i) => explainedCall(explained, i)?.result ?? null);

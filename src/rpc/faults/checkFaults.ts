import type { NodeConfig } from '../../chain/config.ts';
import { FaultError } from '../../faults/faultError.ts';
import { faultKinds, type RequestWork } from '../../faults/faultKinds.ts';
import type { FaultKind, FaultSettings } from '../../faults/faultRule.ts';
import { hint, message } from '../../protocol/message.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { splitMethodName, writeMethodName } from '../dialect.ts';
import { findMethod, type Methods } from '../method.ts';
import { failed } from '../rpcError.ts';

/** The names of notifications. No list of them is needed elsewhere. */
const NOTIFICATIONS: readonly string[] = [
  'subscriptionNewHeads',
  'subscriptionEvents',
  'subscriptionTransactionStatus',
  'subscriptionNewTransaction',
  'subscriptionNewTransactionReceipts',
  'subscriptionReorg',
];

const ONLY: Readonly<Record<RequestWork, string>> = {
  transaction: 'methods that send a transaction',
  read: 'methods that read the chain',
  subscription: 'subscriptions',
};

/** Checks what a rule alone does not tell: the names of methods, and what the chain must keep. Throws a FaultError, or a ChainError. */
export function checkFaults(
  { rules }: FaultSettings,
  methods: Methods,
  { stateArchiveCapacity }: Pick<NodeConfig, 'stateArchiveCapacity'>,
): void {
  for (const [i, rule] of rules.entries()) {
    if (rule.fault === 'reorganisation' && stateArchiveCapacity !== 'full')
      throw failed(
        message`rules[${i}]: a reorganisation takes blocks back, which requires ${hint('archiveSetToFull')}.`,
      );
    if (!('method' in rule) || rule.method === undefined) continue;
    const isList = typeof rule.method !== 'string';
    for (const [k, name] of [rule.method].flat().entries()) {
      const reason = wrongName(name, rule.fault, methods);
      if (reason !== undefined) throw new FaultError(`rules[${i}].method${isList ? `[${k}]` : ''}: ${reason}`);
    }
  }
}

/** Why a rule of this kind cannot be for this method; undefined if it can. */
function wrongName(text: string, fault: FaultKind, methods: Methods): string | undefined {
  const { occasion, only } = faultKinds[fault];
  const shown = text.slice(0, MAX_NAME);
  const meant = (known: readonly string[]) => {
    const question = didYouMean(text, known);
    return question && ` ${question}`;
  };
  if (occasion === 'notification') {
    if (splitMethodName(text)?.group === 'chain' && NOTIFICATIONS.includes(bareName(text))) return undefined;
    const known = NOTIFICATIONS.map(written);
    return `there is no notification ${shown}.${meant(known)} There are ${known.join(', ')}.`;
  }
  const found = findMethod(methods, text)?.method;
  if (!found) {
    const known = [...methods.values()].filter(({ group }) => group === 'chain').map(({ name }) => written(name));
    return `there is no method ${shown}.${meant(known)}`;
  }
  if (found.group !== 'chain')
    return `${shown} controls the sandbox, and controls are never disturbed. Name a method of clients.`;
  return only && workOf(found) !== only ? `${fault} is for ${ONLY[only]}, and ${shown} is none of them.` : undefined;
}

/** Names of users in messages are short. */
const MAX_NAME = 80;
const written = (name: string): string => writeMethodName('chain', name, 'starknet');

/** What a method does. */
export const workOf = ({ kind }: { readonly kind: 'read' | 'write' | 'subscription' }): RequestWork =>
  kind === 'write' ? 'transaction' : kind;

/** The name without the prefix of its dialect. */
export const bareName = (method: string): string => splitMethodName(method)?.name ?? method;

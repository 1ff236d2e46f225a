import type { ChainView } from '../chain/chainView.ts';
import type { BroadcastTransaction } from '../chain/run/broadcast.ts';
import { senderOf, type Transaction } from '../execution/transaction.ts';
import { ChainError, type ChainErrorKind } from '../protocol/chainError.ts';
import { type GatewayLimits, gatewayLimitsOf } from '../protocol/gatewayLimits.ts';
import { hint, message } from '../protocol/message.ts';
import { type Checked, type GatewayRule, type GatewayRuleName, gatewayRules } from './gatewayRules.ts';

/** What happens to a transaction that the networks would refuse: nothing, a warning, or a refusal. */
export type GatewayMode = 'off' | 'warn' | 'refuse';

/** Checks transactions before they are sent to a chain, as the gateway of the networks does. COST: 0.13 µs for a transfer. */
export class Gateway {
  readonly mode: Exclude<GatewayMode, 'off'>;
  readonly #warn: (rule: GatewayRuleName, text: string) => void;
  readonly #faults = new Map<GatewayRuleName, number>();

  /** `warn` is called with the first transaction that breaks a rule, if the mode is to warn. */
  constructor(
    mode: Exclude<GatewayMode, 'off'>,
    warn: (rule: GatewayRuleName, text: string) => void = () => undefined,
  ) {
    this.mode = mode;
    this.#warn = warn;
  }

  /** How many transactions broke each rule. */
  get faults(): ReadonlyMap<GatewayRuleName, number> {
    return this.#faults;
  }

  /** Refuses a transaction that breaks a rule, or warns. */
  check(transaction: BroadcastTransaction, chain: ChainView): void {
    const checked = checkedAt(transaction, chain);
    for (const [name, rule] of RULES) this.#checkBy(name, rule, checked);
  }

  /**
   * Refuses a transaction whose nonce is too far ahead, or warns. It has to be the transaction's turn: others of the account may have been
   * waiting. If every transaction makes a block, the chain itself takes no nonce but that of the account.
   */
  async checkNonce(transaction: BroadcastTransaction, chain: ChainView): Promise<void> {
    if (transaction.type !== 'INVOKE' || chain.value.blockGeneration === 'transaction') return;
    const accountNonce = await chain.stateAt('open').nonceOf(transaction.senderAddress);
    this.#checkBy('nonce', gatewayRules.nonce, { ...checkedAt(transaction, chain), accountNonce });
  }

  #checkBy(name: GatewayRuleName, { fault, error }: GatewayRule, checked: Checked): void {
    if (this.mode === 'warn' && isByPriceOfChain(name, checked)) return;
    const text = fault(checked);
    if (text === undefined) return;
    const before = this.#faults.get(name) ?? 0;
    this.#faults.set(name, before + 1);
    if (this.mode === 'refuse') throw refusal(error, text);
    if (before === 0) this.#warn(name, `The network would refuse this transaction. ${text}`);
  }

  /**
   * The error for a transaction whose nonce was used by one of the open block. Transactions of the open block stand for those in the pool of
   * the networks, where one can be replaced by another that offers enough. Undefined if it offers enough, or if there is none to replace.
   */
  underpriced(transaction: BroadcastTransaction, chain: ChainView): ChainError | undefined {
    if (this.mode !== 'refuse' || transaction.type === 'DEPLOY_ACCOUNT') return undefined;
    const { executed, protocol } = chain.value.open;
    for (const { transaction: earlier } of executed) {
      if (!hasSameNonce(earlier, transaction)) continue;
      const limits = gatewayLimitsOf(protocol.version);
      if (offersEnough(transaction, earlier, limits)) return undefined;
      const percent = limits.replacementPercent;
      return refusal(
        'replacementUnderpriced',
        `The open block has a transaction of this sender with the same nonce. Tip and price bound of L2 gas must each be ${percent} % higher than its own.`,
      );
    }
    return undefined;
  }
}

const RULES = Object.entries(gatewayRules) as readonly (readonly [GatewayRuleName, GatewayRule])[];

function checkedAt(transaction: BroadcastTransaction, chain: ChainView): Checked {
  const { protocol, prices } = chain.value.open;
  return { transaction, limits: gatewayLimitsOf(protocol.version), l2PriceFri: prices.l2Gas.fri };
}

/** The prices of a local chain are often lower than those of the networks, and bounds follow them. That is no mistake of the client. */
const isByPriceOfChain = (rule: GatewayRuleName, { l2PriceFri, limits }: Checked): boolean =>
  rule === 'l2Price' && l2PriceFri < limits.minL2PriceFri;

/** The text is the data of errors that have data, and help in others. */
const refusal = (error: ChainErrorKind, text: string) =>
  HAVE_DATA.has(error)
    ? new ChainError(error, { data: text, help: BY_THE_RULES })
    : new ChainError(error, { help: message`${text} ${BY_THE_RULES}` });
const HAVE_DATA: ReadonlySet<ChainErrorKind> = new Set(['validationFailure', 'invalidTransactionNonce']);
const BY_THE_RULES = message`The networks refuse such a transaction, and so does this node because of ${hint('gatewayRules')}.`;

type Offer = Pick<BroadcastTransaction, 'tip' | 'resourceBounds'>;
type Replaceable = Extract<Transaction, Offer & { readonly senderAddress: unknown }>;

const hasSameNonce = (
  earlier: Transaction,
  { senderAddress, nonce }: Pick<Replaceable, 'senderAddress' | 'nonce'>,
): earlier is Replaceable => earlier.version === 3 && senderOf(earlier) === senderAddress && earlier.nonce === nonce;

function offersEnough(offer: Offer, earlier: Offer, { replacementPercent }: GatewayLimits): boolean {
  // Increases are rounded up, so that any other offer than 0 must be raised.
  const isRaised = (value: bigint, from: bigint) => value >= from + (from * replacementPercent + 99n) / 100n;
  return (
    isRaised(offer.tip, earlier.tip) &&
    isRaised(offer.resourceBounds.l2Gas.maxPricePerUnit, earlier.resourceBounds.l2Gas.maxPricePerUnit)
  );
}

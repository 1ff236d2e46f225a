// Transactions of L1 accounts: EIP-1559 (type 2), encoded with RLP and signed.
import { concatBytes } from '../felt/concatBytes.ts';
import { bigEndian, bytesOfHex, hexOfBytes, keccak256 } from '../felt/hash.ts';
import { ecdsaSign, multiplyPoint, secp256k1 } from '../felt/secp.ts';

/** A transaction that sends no ether. */
export interface L1Transaction {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** Undefined for a deployment. */
  readonly to: string | undefined;
  readonly data: string;
}

/** A signed transaction as nodes take it, and its hash. */
export interface SignedL1Transaction {
  readonly raw: string;
  readonly hash: string;
}

const TYPE = Uint8Array.of(2);

/** Whether an account can have this private key. */
export const isL1PrivateKey = (key: bigint): boolean => key > 0n && key < secp256k1.n;

/** The address of the account with this private key. */
export function l1Address(privateKey: bigint): string {
  const { x, y } = multiplyPoint(secp256k1, secp256k1.generator, privateKey);
  const hash = keccak256(bytesOfHex(digits(x, 64) + digits(y, 64)));
  return `0x${hexOfBytes(hash.subarray(12))}`;
}

/** Signs a transaction. The same one always gets the same signature. */
export function signL1Transaction(transaction: L1Transaction, privateKey: bigint): SignedL1Transaction {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to = '', data } = transaction;
  const value = 0n;
  const accessList: RlpItem[] = [];
  const fields = [
    ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit].map(minimalBytes),
    bytesOfHex(to),
    minimalBytes(value),
    bytesOfHex(data),
    accessList,
  ];
  const hash = bigEndian(keccak256(concatBytes([TYPE, rlp(fields)])));
  const { r, s, isOdd } = ecdsaSign(secp256k1, privateKey, hash);
  const signature = [isOdd ? 1n : 0n, r, s].map(minimalBytes);
  const raw = concatBytes([TYPE, rlp([...fields, ...signature])]);
  return { raw: `0x${hexOfBytes(raw)}`, hash: `0x${hexOfBytes(keccak256(raw))}` };
}

type RlpItem = Uint8Array | readonly RlpItem[];

/** RLP (Ethereum yellow paper, appendix B). */
function rlp(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) return withLength(0xc0, concatBytes(item.map(rlp)));
  return item.length === 1 && item[0]! < 0x80 ? item : withLength(0x80, item);
}

/** Up to 55 bytes the length is part of the first byte; longer ones have the length of the length there. */
function withLength(start: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 56) return concatBytes([Uint8Array.of(start + bytes.length), bytes]);
  const length = minimalBytes(BigInt(bytes.length));
  return concatBytes([Uint8Array.of(start + 55 + length.length), length, bytes]);
}

/** A number without leading zeros; nothing for zero. */
function minimalBytes(value: bigint): Uint8Array {
  const text = value === 0n ? '' : value.toString(16);
  return bytesOfHex(text.length % 2 === 1 ? `0${text}` : text);
}

const digits = (value: bigint, count: number): string => value.toString(16).padStart(count, '0');

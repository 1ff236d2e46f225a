import { NamedText } from './NamedText.tsx';

const MOST_CHARS = 2_000;

/** Why a transaction failed, of a bounded length, with the names of its addresses. */
export const ReasonText = ({ reason }: { readonly reason: string }) => (
  <NamedText text={reason} max={MOST_CHARS} hasLines />
);

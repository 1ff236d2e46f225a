/** Whether a transaction succeeded; one that is only simulated may also be rejected. */
export const ExecutionBadge = ({ status }: { readonly status: 'SUCCEEDED' | 'REVERTED' | 'REJECTED' }) => (
  <span class={`badge ${status === 'SUCCEEDED' ? 'good' : 'bad'}`}>{status.toLowerCase()}</span>
);

const FINALITY = {
  PRE_CONFIRMED: ['pre-confirmed', 'warn'],
  ACCEPTED_ON_L2: ['accepted on L2', ''],
  ACCEPTED_ON_L1: ['accepted on L1', 'accent'],
} as const;

/** How final a block or transaction is. */
export function FinalityBadge({ status }: { readonly status: keyof typeof FINALITY }) {
  const [text, tone] = FINALITY[status];
  return <span class={`badge ${tone}`}>{text}</span>;
}

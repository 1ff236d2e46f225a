import type { ButtonHTMLAttributes } from 'preact';
import type { RpcMethod } from '../../../../src/rpc/schema.ts';
import { useRefusals } from '../../data/node/refusals.ts';

interface Props extends ButtonHTMLAttributes {
  /** The request that it makes. */
  readonly method: RpcMethod;
}

/** A button that makes a request. Where the node refuses the request, the button says so and cannot be pressed. */
export function ActionButton({ method, disabled, title, type = 'button', ...more }: Props) {
  const refused = useRefusals()(method);
  return (
    <button {...more} type={type} disabled={disabled === true || refused !== undefined} title={refused ?? title} />
  );
}

/** Says which request of a form the node refuses, if it does. */
export function RefusalNote({ method }: { readonly method: RpcMethod }) {
  const refused = useRefusals()(method);
  return refused === undefined ? null : <p class="note-box">{refused}</p>;
}

import { h, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { NodeContext } from '../src/data/node/hooks.ts';
import type { NodeClient } from '../src/data/node/nodeClient.ts';

export interface RenderedHook<P, R> {
  /** What the hook returned last. */
  readonly result: R;
  /** Renders it again with other parameters. */
  show(params: P): void;
  /** Takes it away; resolves when its effects have ended, which is later. */
  end(): Promise<void>;
}

/** Runs a hook in a component that shows nothing, and so needs no document. */
export function renderHook<P, R>(node: NodeClient, use: (params: P) => R, first: P): RenderedHook<P, R> {
  let result: R;
  let tellEnd: () => void;
  const ended = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });
  const Probe = ({ params }: { readonly params: P }) => {
    result = use(params);
    useEffect(() => tellEnd, []);
    return null;
  };
  const parent = { childNodes: [], firstChild: null, insertBefore: () => undefined } as unknown as Element;
  const show = (params: P) => render(h(NodeContext.Provider, { value: node }, h(Probe, { params })), parent);
  show(first);
  return {
    get result() {
      return result;
    },
    show,
    end: () => {
      render(null, parent);
      return ended;
    },
  };
}

import { useRef, useState } from 'preact/hooks';

/** What became of the newest transaction of a form. */
interface Sending<T> {
  readonly isSending: boolean;
  /** The hash of the transaction while it waits in the mempool. */
  readonly waiting?: string;
  readonly outcome?: T | Error | undefined;
}

/**
 * Sends what a form holds, unless it has a fault: then `act` returns undefined. One that waits in the mempool does not keep the form from
 * sending another, which takes its place here.
 */
export function useSending<T>() {
  const newest = useRef(0);
  const [state, setState] = useState<Sending<T>>({ isSending: false });
  const send = async (act: (onWaiting: (hash: string) => void) => Promise<T | undefined>) => {
    const own = ++newest.current;
    const set = (changed: Sending<T>) => {
      if (own === newest.current) setState(changed);
    };
    set({ isSending: true });
    try {
      set({ isSending: false, outcome: await act((waiting) => set({ isSending: false, waiting })) });
    } catch (error) {
      set({ isSending: false, outcome: error as Error });
    }
  };
  return { ...state, send };
}

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure, Loading } from '../messages/messages.tsx';

interface Props<T> {
  readonly load: () => Promise<T>;
  readonly children: (loaded: T) => ComponentChildren;
}

/** A part of a screen whose code is loaded when it is first shown. */
export function Lazy<T extends object>({ load, children }: Props<T>) {
  const [loaded, setLoaded] = useState<T>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    load().then(setLoaded, setError);
  }, []);
  if (error) return <Failure error={error} />;
  if (!loaded) return <Loading />;
  return <>{children(loaded)}</>;
}

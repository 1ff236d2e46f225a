import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from '../../routing/router.ts';

/** Whether the link to the screen names this function, and a reference for its element, which is then scrolled to. */
export function useNamedFunction<E extends Element>(name: string): readonly [boolean, RefObject<E | null>] {
  const isNamed = useLocation().query.get('function') === name;
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    if (isNamed) element.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return [isNamed, element];
}

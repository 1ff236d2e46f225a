import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CloseIcon } from './icons.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Stands at the top of the window, where it does not move when its content grows. */
  readonly isAtTop?: boolean;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The browser keeps the focus inside and closes it with Escape. */
export function Dialog({ title, onClose, isAtTop = false, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    // Gives the focus back to where it was. It also tells of the end, when the next dialog may be open already.
    return () => dialog.close();
  }, []);
  const closeOutside = (event: MouseEvent) => event.target === element.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, the click is for those who point.
    <dialog
      ref={element}
      aria-label={title}
      onClose={() => element.current && onClose()}
      onClick={closeOutside}
      class={isAtTop ? 'fade top' : 'fade'}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="button plain icon" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}

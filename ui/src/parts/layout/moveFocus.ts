/**
 * Moves the focus between the buttons of a group with two keys, Home and End. The group is one stop of the Tab key: one of its buttons has
 * `tabIndex={0}`, the others `-1`.
 */
export function moveFocus(event: KeyboardEvent, back: string, forth: string): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0 || event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return;
  const to = { [back]: at - 1, [forth]: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

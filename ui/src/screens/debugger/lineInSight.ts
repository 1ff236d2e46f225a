/** What the bars at the top and, on phones, at the bottom of the window cover, with two lines of code. */
const EDGE_PX = 100;
/** With more, there is no bar at the bottom. */
const PHONE_PX = 640;

/** Scrolls the code to a line, and the window if the line is outside of it. Somebody who has left the code stays there. */
export function bringIntoSight(row: HTMLElement, code: HTMLElement, isFirst: boolean): void {
  const top = row.offsetTop - code.offsetTop;
  const isVisible = top >= code.scrollTop + 40 && top <= code.scrollTop + code.clientHeight - 60;
  if (!isVisible) code.scrollTop = top - code.clientHeight / 3;
  const isPhone = window.innerWidth <= PHONE_PX;
  const last = window.innerHeight - (isPhone ? EDGE_PX : EDGE_PX / 2);
  const box = code.getBoundingClientRect();
  if (!isFirst && (box.bottom < EDGE_PX || box.top > last)) return;
  const at = row.getBoundingClientRect().top;
  // On a phone with the lines before it and the variables below; in a large window the buttons above stay in sight.
  if (at < EDGE_PX || at > last) window.scrollBy({ top: at - (isPhone ? window.innerHeight / 3 : last) });
}

import type { Locator } from 'playwright-core';

/** Tests have no types of the page. */
interface PageGlobals {
  getComputedStyle(element: unknown, pseudo?: string): Readonly<Record<string, string>>;
}

/** A property of the style that an element has, or a part of it such as `::before`. */
export const styleOf = (locator: Locator, property: string, pseudo?: string): Promise<string | undefined> =>
  locator.evaluate(
    (element, [name, part]) => (globalThis as unknown as PageGlobals).getComputedStyle(element, part)[name!],
    [property, pseudo],
  );

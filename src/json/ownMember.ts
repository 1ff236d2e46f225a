/** A member of an object itself: names such as `__proto__` and `constructor` must not reach what objects inherit. */
export const ownMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

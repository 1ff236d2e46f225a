/** What a screen gets: the named parts of its path. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

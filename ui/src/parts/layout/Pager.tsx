import { href, type PlaceName, useLocation, withQuery } from '../../routing/router.ts';

interface Props {
  /** The name in the query of the place where the page begins, such as `before`. */
  readonly name: PlaceName;
  /** Where the next page begins; null on the last one. */
  readonly next: string | number | null;
  readonly labels?: readonly [first: string, next: string];
}

/** Links to the first and the next page. The present one is in the address, so the browser's back button goes to the one before. */
export function Pager({ name, next, labels = ['Newest', 'Older'] }: Props) {
  const location = useLocation();
  const isFirst = !location.query.has(name);
  if (isFirst && next === null) return null;
  const at = (value: string | undefined) => href(withQuery(location, name, value));
  return (
    <nav class="pager" aria-label="Pages">
      {isFirst ? <span /> : <a href={at(undefined)}>← {labels[0]}</a>}
      {next !== null && <a href={at(String(next))}>{labels[1]} →</a>}
    </nav>
  );
}

/** A pager at the foot of a list; nothing if the list has one page. */
export function PagerFooter(props: Props) {
  const { query } = useLocation();
  if (props.next === null && !query.has(props.name)) return null;
  return (
    <footer>
      <Pager {...props} />
    </footer>
  );
}

import type { ComponentChildren } from 'preact';

interface Props {
  readonly title?: string;
  /** Beside the title, such as a link to all. */
  readonly more?: ComponentChildren;
  /** Without space around the content, for tables. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a screen with a frame and a title. */
export function Card({ title, more, isFlush = false, children }: Props) {
  return (
    <section class="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {more}
        </header>
      )}
      {isFlush ? children : <div class="body">{children}</div>}
    </section>
  );
}

interface FactsProps {
  readonly rows: readonly (readonly [string, ComponentChildren])[];
  /** Two facts in a row where there is space, for short values. */
  readonly isWide?: boolean;
}

/** Names and values; rows without a value are left out. */
export function Facts({ rows, isWide = false }: FactsProps) {
  return (
    <dl class={isWide ? 'facts wide' : 'facts'}>
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

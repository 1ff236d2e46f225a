import type { ComponentChildren } from 'preact';

/** One column: its heading, and what a row shows in it. */
export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Numbers are aligned at their last digits. */
  readonly isNumber?: boolean;
  /** Left out where the window is not wide enough for all columns. */
  readonly isMinor?: boolean;
}

export interface TableProps<T> {
  /** Says what the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

/** A table; on narrow screens every row becomes a small card. */
export function Table<T>({ label, columns, rows, keyOf }: TableProps<T>) {
  return (
    <div class="table-scroll">
      <table class="cards" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, isMinor }) => (
              <th key={name} scope="col" class={`${isNumber ? 'number' : ''}${isMinor ? ' minor' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, isNumber, isMinor }) => (
                <td key={name} data-label={name} class={`${isNumber ? 'number' : ''}${isMinor ? ' minor' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

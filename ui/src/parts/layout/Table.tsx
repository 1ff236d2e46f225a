import type { ComponentChildren } from 'preact';

/** One column: its heading, and what a row shows in it. */
export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Numbers are aligned at their last digits. */
  readonly isNumber?: boolean;
  /** Left out where the window is not wide enough for all columns. */
  readonly isMinor?: boolean;
  /** Its values need no heading beside them, such as badges and ages: on narrow screens they stand without it. So does the first column, unless this is false. */
  readonly isPlain?: boolean;
}

const classOf = <T,>({ isNumber, isMinor, isPlain }: Column<T>, index: number): string =>
  [isNumber && 'number', isMinor && 'minor', (isPlain ?? index === 0) && 'plain'].filter(Boolean).join(' ');

export interface TableProps<T> {
  /** Says what the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

/** A table; on narrow screens every row becomes a few lines, with the headings beside the values. */
export function Table<T>({ label, columns, rows, keyOf }: TableProps<T>) {
  return (
    <div class="table-scroll">
      <table class="cards" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={column.name} scope="col" class={classOf(column, i)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, i) => (
                <td key={column.name} data-label={column.name} class={classOf(column, i)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

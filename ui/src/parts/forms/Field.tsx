import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Gets the value when somebody has changed it and leaves the field. */
  readonly onLeave?: ((value: string) => void) | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly wrong?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isLong?: boolean;
  /** Values to choose from; any other can be typed too. */
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

export interface Suggestion {
  readonly value: string;
  readonly name: string;
}

/** A labelled text field. */
export function Field(props: Props) {
  const { label, value, onChange, onLeave, hint, wrong, placeholder, isLong = false, suggestions } = props;
  const id = useId();
  const shared = {
    id,
    value,
    placeholder,
    class: 'input mono',
    spellcheck: false,
    autocomplete: 'off',
    'aria-invalid': wrong !== undefined,
    'aria-describedby': hint || wrong ? `${id}-more` : undefined,
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea {...shared} rows={rowsOf(value)} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          list={suggestions && `${id}-list`}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
          onInput={(event) => onChange(event.currentTarget.value)}
          onChange={(event) => onLeave?.(event.currentTarget.value)}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each.value} value={each.value}>
              {each.name}
            </option>
          ))}
        </datalist>
      )}
      {wrong !== undefined ? (
        <span id={`${id}-more`} class="wrong" role="alert">
          {wrong}
        </span>
      ) : (
        hint !== undefined && (
          <span id={`${id}-more`} class="hint">
            {hint}
          </span>
        )
      )}
    </div>
  );
}

const MOST_ROWS = 16;

/** A text area is as high as its text. */
const rowsOf = (text: string): number => Math.min(MOST_ROWS, Math.max(3, text.split('\n').length));

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly onChange: (value: T) => void;
}

/** A labelled choice of one of several values. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

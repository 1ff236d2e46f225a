import { cairoParts } from '../../data/explanations/cairoColours.ts';
import { safeLine } from '../values/format.ts';

interface Props {
  readonly text: string;
  /** Whether a variable with this path has a value to show. */
  readonly hasValue?: ((path: string) => boolean) | undefined;
}

/** A line of Cairo in colours. Names with a value carry it in `data-path`. */
export function CairoLine({ text, hasValue }: Props) {
  let path = '';
  let isMember = false;
  return (
    <>
      {cairoParts(text).map(({ kind, text: part }, i) => {
        const shown = safeLine(part);
        if (kind === 'plain') {
          isMember = part === '.';
          return shown;
        }
        const isName = kind === 'name' || part === 'self';
        if (isName) path = isMember ? `${path}.${part}` : part;
        isMember = false;
        if (kind === 'name' && hasValue?.(path))
          return (
            <span key={i} class="has-value" data-path={path}>
              {shown}
            </span>
          );
        return kind === 'name' ? (
          shown
        ) : (
          <span key={i} class={`cairo-${kind}`}>
            {shown}
          </span>
        );
      })}
    </>
  );
}

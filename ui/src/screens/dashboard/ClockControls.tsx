import { useNode } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { href } from '../../routing/router.ts';

const STEPS = [
  ['1 minute', 60],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;

/** Moves the clock of the chain, and makes blocks. */
export function ClockControls() {
  const node = useNode();
  const act = (work: Promise<unknown>, done: string) => void work.then(() => tell(done), tellFailure);
  return (
    <fieldset class="row plain-set" aria-label="Blocks and time">
      <ActionButton
        method="sandbox_createBlock"
        class="button small"
        onClick={() => act(node.change('sandbox_createBlock', {}), 'A block was made.')}
      >
        Make a block
      </ActionButton>
      {STEPS.map(([name, seconds]) => (
        <ActionButton
          key={name}
          method="sandbox_increaseTime"
          class="button small"
          onClick={() => act(node.change('sandbox_increaseTime', { time: seconds }), `The clock moved by ${name}.`)}
        >
          + {name}
        </ActionButton>
      ))}
      <a href={href('/controls?section=Blocks+and+time')}>More about time</a>
    </fieldset>
  );
}

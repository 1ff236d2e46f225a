import { useNode } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { grouped } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

const STEPS = [
  ['1 minute', 60],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;

/** Moves the clock of the chain, and makes blocks. */
export function ClockControls() {
  const node = useNode();
  /** Both make a block. */
  const act = async (work: Promise<{ readonly block_hash: string }>, done: (block: string) => string) => {
    try {
      const { block_hash } = await work;
      const { block_number } = await node.request('chain_getBlockWithTxHashes', { block_id: { block_hash } });
      tell(done(`block ${grouped(block_number!)}`));
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <fieldset class="row plain-set" aria-label="Blocks and time">
      <ActionButton
        method="sandbox_createBlock"
        class="button small"
        onClick={() => act(node.change('sandbox_createBlock', {}), (block) => `The new ${block} was made.`)}
      >
        Make a block
      </ActionButton>
      {STEPS.map(([name, seconds]) => (
        <ActionButton
          key={name}
          method="sandbox_increaseTime"
          class="button small"
          onClick={() =>
            act(
              node.change('sandbox_increaseTime', { time: seconds }),
              (block) => `The clock moved by ${name}, in the new ${block}.`,
            )
          }
        >
          + {name}
        </ActionButton>
      ))}
      <a href={href('/controls?section=Blocks+and+time')}>More about time</a>
    </fieldset>
  );
}

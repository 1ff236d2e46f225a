import { useState } from 'preact/hooks';
import { type KeptTest, type TestKind, testText } from '../../data/transactions/testText.ts';
import { isShared } from '../../data/watch/stop.ts';
import { Choice } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Code } from '../../parts/values/Code.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { href } from '../../routing/router.ts';

const KINDS: readonly { readonly value: TestKind; readonly name: string }[] = [
  { value: 'library', name: 'The library' },
  { value: 'starknet.js', name: 'starknet.js' },
];

/** The simulation as a test, to copy into a project. */
export function TestCard({ test }: { readonly test: KeptTest }) {
  const [kind, setKind] = useState<TestKind>('library');
  const text = testText(kind, test);
  return (
    <Card title="Keep as a test" more={<CopyButton text={text} what="test" />}>
      <div class="stack">
        <Choice label="For" value={kind} options={KINDS} onChange={setKind} />
        <Code text={text} wraps />
        {kind === 'library' && (
          <p class="muted">
            <code>chain.starbox</code> is this chain as a file: {isShared(test.address) ? 'save' : 'take'} it with{' '}
            {isShared(test.address) ? (
              <a href={href('/controls?section=State+files')}>Save state</a>
            ) : (
              <a href={href('/playground')}>Save the chain</a>
            )}
            , and put it beside the test.
          </p>
        )}
      </div>
    </Card>
  );
}

import { useState } from 'preact/hooks';
import { declareFile } from '../../data/node/declareFile.ts';
import { useNode } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { RefusalNote } from '../../parts/forms/ActionButton.tsx';
import { DropFiles } from '../../parts/forms/DropFiles.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { Hash } from '../../parts/values/Hash.tsx';
import { href } from '../../routing/router.ts';

type Outcome = { readonly name: string; readonly classHash: string } | { readonly name: string; readonly error: Error };

/** Declares class files that are dropped here or chosen. */
export function DeclareFile() {
  const node = useNode();
  const isRefused = useRefusals()('sandbox_applyStateDiff') !== undefined;
  const [isBusy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const declare = async (files: Iterable<File>) => {
    setBusy(true);
    const done: Outcome[] = [];
    for (const file of files)
      done.push(
        await declareFile(node, file).then(
          (classHash) => ({ name: file.name, classHash }),
          (error: Error) => ({ name: file.name, error }),
        ),
      );
    setOutcomes(done);
    setBusy(false);
  };
  return (
    <Card>
      {isRefused ? (
        <RefusalNote method="sandbox_applyStateDiff" />
      ) : (
        <DropFiles button={isBusy ? 'Declaring…' : 'Declare a class file'} accept=".json" onFiles={declare}>
          or drop it here: the .contract_class.json of Scarb, or a .sierra.json. The node compiles it.
        </DropFiles>
      )}
      <div role="status" class="stack">
        {outcomes.map((outcome) =>
          'error' in outcome ? (
            <Failure key={outcome.name} error={outcome.error} />
          ) : (
            <div key={outcome.name} class="answer stack">
              <p>
                {outcome.name} is declared: <Hash value={outcome.classHash} kind="class" />. No transaction did it: the
                class was put into the state directly, so no account paid, and Transactions does not list it.
              </p>
              <p>
                Next, deploy a contract of it:{' '}
                <a class="button small" href={href(`/class/${outcome.classHash}?tab=deploy`)}>
                  Deploy it
                </a>
              </p>
            </div>
          ),
        )}
      </div>
    </Card>
  );
}

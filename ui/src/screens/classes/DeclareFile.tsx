import { useId, useState } from 'preact/hooks';
import { declareFile } from '../../data/declare.ts';
import { useNode } from '../../data/hooks.ts';
import { Card } from '../../parts/Card.tsx';
import { Hash } from '../../parts/Hash.tsx';
import { Failure } from '../../parts/messages.tsx';

type Outcome = { readonly name: string; readonly classHash: string } | { readonly name: string; readonly error: Error };

/** Declares class files that are dropped here or chosen. */
export function DeclareFile() {
  const node = useNode();
  const id = useId();
  const [isOver, setOver] = useState(false);
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first. */}
      <div
        class={`drop${isOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          declare(event.dataTransfer?.files ?? []);
        }}
      >
        <label for={id} class="button">
          {isBusy ? 'Declaring…' : 'Declare a class file'}
        </label>
        <input
          id={id}
          class="visually-hidden"
          type="file"
          accept=".json"
          multiple
          onChange={(event) => declare(event.currentTarget.files ?? [])}
        />
        <span class="muted">
          or drop it here: the .contract_class.json of Scarb, or a .sierra.json. The node compiles it.
        </span>
      </div>
      <div role="status" class="stack">
        {outcomes.map((outcome) =>
          'error' in outcome ? (
            <Failure key={outcome.name} error={outcome.error} />
          ) : (
            <p key={outcome.name} class="answer">
              {outcome.name} is declared: <Hash value={outcome.classHash} kind="class" />
            </p>
          ),
        )}
      </div>
    </Card>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { declareFile } from '../../data/node/declareFile.ts';
import { useNode } from '../../data/node/hooks.ts';
import { InOrder } from '../../data/playground/inOrder.ts';
import { isDump, type PlaygroundChain, playgroundChain } from '../../data/playground/playgroundChain.ts';
import { DropFiles } from '../../parts/forms/DropFiles.tsx';
import { saveFile } from '../../parts/forms/saveFile.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { tell } from '../../parts/messages/Toasts.tsx';
import { bytes, grouped } from '../../parts/values/format.ts';
import { forgetFragment, navigate } from '../../routing/router.ts';

/** Takes files, and makes links and files that hold the chain of this page. */
export default function PlaygroundScreen() {
  const node = useNode();
  const chain = playgroundChain(node);
  const [errors, setErrors] = useState<readonly Error[]>([]);
  // A state file replaces the chain that a class is declared on, so the order of files matters, and not how long each takes.
  const order = useRef(new InOrder()).current;
  const fail = (error: Error) => setErrors((all) => [...all, error]);
  useEffect(() => void chain?.started.then((error) => error && fail(error)), [node]);
  if (!chain) return null;
  const run = (...acts: readonly (() => Promise<string>)[]) => {
    setErrors([]);
    for (const act of acts) order.add(act).then(tell, fail);
  };
  const take = (files: readonly File[]) =>
    run(
      ...files.map((file) => async () => {
        const content = new Uint8Array(await file.arrayBuffer());
        if (/\.json$/i.test(file.name) && !isDump(content)) return `Declared class ${await declareFile(node, file)}`;
        const address = await chain.load(content);
        forgetFragment();
        if (address !== undefined) navigate(address);
        return `Loaded ${file.name}`;
      }),
    );
  return (
    <div class="stack">
      <h1>Playground</h1>
      <p class="muted">
        The whole node runs in this page: nothing is sent anywhere. It starts with accounts that have keys and tokens;
        send transactions, deploy contracts, simulate and go back in time.
      </p>
      {errors.map((error, i) => (
        <Failure key={i} error={error} />
      ))}
      <Card title="Files">
        <DropFiles button="Choose files" onFiles={take}>
          or drop class files (.contract_class.json), an exported transaction, a state file or a dump of a playground
          here.
        </DropFiles>
      </Card>
      <Share chain={chain} run={run} />
    </div>
  );
}

interface ShareProps {
  readonly chain: PlaygroundChain;
  readonly run: (act: () => Promise<string>) => void;
}

/** Gives the chain away: as a link that holds it, or as a state file. */
function Share({ chain, run }: ShareProps) {
  const [link, setLink] = useState<string>();
  const make = async () => {
    const made = await chain.link();
    setLink(made);
    return `The link has ${grouped(made.length)} characters`;
  };
  const save = async () => {
    const state = await chain.save();
    saveFile('playground.state', state);
    return `Saved ${bytes(state.length)}`;
  };
  const restart = async () => {
    await chain.load(undefined);
    forgetFragment();
    return 'A new chain';
  };
  return (
    <Card title="This chain">
      <div class="stack">
        <p class="muted">A link holds the chain behind its #, which browsers send to no server.</p>
        <div class="row">
          <button type="button" class="button primary" onClick={() => run(make)}>
            Make a link
          </button>
          <button type="button" class="button" onClick={() => run(save)}>
            Save the state file
          </button>
          <button type="button" class="button danger" onClick={() => run(restart)}>
            Begin a new chain
          </button>
        </div>
        {link !== undefined && (
          <div class="field">
            <label for="chain-link">Link</label>
            <input
              id="chain-link"
              class="input mono"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { readBase64 } from '../../../../src/text/base64.ts';
import { failedMoment } from '../../data/explanations/failurePlace.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { linkAt, type MomentLink, momentLink, playgroundAddress } from '../../data/playground/momentLink.ts';
import { Field } from '../forms/Field.tsx';
import { saveFile } from '../forms/saveFile.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { Failure, Loading } from '../messages/messages.tsx';
import { CopyButton } from '../values/CopyButton.tsx';
import { bytes, grouped } from '../values/format.ts';

interface Props {
  readonly hash: string;
  /** The step that was chosen; without one it is that of the failure, or the start. */
  readonly moment: number | undefined;
  readonly onClose: () => void;
}

/** Makes the file of a transaction, and a link if it is small enough. */
export function ExportDialog({ hash, moment, onClose }: Props) {
  const node = useNode();
  const [file, setFile] = useState<Uint8Array>();
  const [step, setStep] = useState(moment ?? 0);
  // Undefined while it is made.
  const [link, setLink] = useState<MomentLink>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const make = async () => {
      // A node that does not debug exports all the same.
      const chosen = moment ?? (await failedMoment(node, hash).catch(() => 0));
      setStep(chosen);
      const wanted = { transaction_hash: hash, moment: chosen };
      const { content } = await node.request('sandbox_exportTransaction', wanted);
      const made = readBase64(content)!;
      setFile(made);
      setLink(await momentLink(made));
    };
    make().catch(setError);
  }, []);
  const name = `${hash.slice(0, 10)}.moment`;
  const isFork = !!useQuery('sandbox_getConfig', {}).data?.fork_config.url;
  const command = `starbox debug ./${name}`;
  return (
    <Dialog title="Export" onClose={onClose}>
      <div class="stack">
        {error && <Failure error={error} />}
        {!file && !error && <Loading />}
        {file && (
          <>
            <p>
              One file with the blocks, state and seed of the chain, the sources of its contracts, this transaction and
              step {grouped(step)} of the debugger: {bytes(file.length)}. The seed gives the keys of its accounts.
              Nothing is sent anywhere.
            </p>
            <div class="row">
              <button type="button" class="button primary" onClick={() => saveFile(name, file)}>
                Save the file
              </button>
              <span class="muted">
                Drop it on a playground, or open it with <code>{command}</code>
                <CopyButton text={command} what="command" />
              </span>
            </div>
            {isFork && (
              <p class="note-box">
                This chain is a fork. The file has what this transaction needs of the forked network, and what else was
                asked of it here. Whoever goes on from there and needs more of it adds <code>--fork-network URL</code>,
                with a node of that network.
              </p>
            )}
            {!link && <p class="muted">Making a link …</p>}
            {link && 'reason' in link && <p class="muted">{link.reason}</p>}
            {link && 'text' in link && <LinkForm link={link.text} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The link on a playground somewhere. */
function LinkForm({ link }: { readonly link: string }) {
  const [address, setAddress] = useState(playgroundAddress.read);
  const whole = linkAt(address, link);
  return (
    <>
      <Field
        label="Address of a playground"
        value={address}
        placeholder="https://your.site/playground/"
        hint="Static files that npm run build:playground writes, on any site. This browser keeps the address."
        wrong={address.trim() !== '' && !whole ? 'An address begins with https:// or http://' : undefined}
        onChange={(text) => {
          setAddress(text);
          playgroundAddress.write(text);
        }}
      />
      {whole && (
        <p>
          <a href={whole} target="_blank" rel="noreferrer">
            Link to this moment
          </a>{' '}
          <CopyButton text={whole} what="link" />
          <span class="muted"> {grouped(link.length)} characters; what is behind its # is sent to no server.</span>
        </p>
      )}
    </>
  );
}

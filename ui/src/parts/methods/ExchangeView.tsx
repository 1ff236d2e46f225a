import { useState } from 'preact/hooks';
import { type Exchange, type SnippetKind, snippet, snippetKinds } from '../../data/methods/snippets.ts';
import { useNode } from '../../data/node/hooks.ts';
import { Choice } from '../forms/Field.tsx';
import { Failure } from '../messages/messages.tsx';
import { Code } from '../values/Code.tsx';
import { CopyButton } from '../values/CopyButton.tsx';
import { Json } from '../values/Json.tsx';

/** A request, ready to copy in several forms, and its answer. */
export function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const { method, params, result, error, milliseconds } = exchange;
  const { address } = useNode().connection;
  const kinds = snippetKinds(address);
  const [kind, setKind] = useState<SnippetKind>(kinds[0]!.value);
  const text = snippet(kind, address, method, params);
  return (
    <div class="exchange stack" role="status">
      {error ? <Failure error={error} /> : <Json value={result} label="answer" />}
      <div class="spread">
        <Choice label="Request as" value={kind} options={kinds} onChange={setKind} />
        <span class="row">
          <span class="muted">{milliseconds.toFixed(0)} ms</span>
          <CopyButton text={text} what="request" />
        </span>
      </div>
      <Code text={text} />
    </div>
  );
}

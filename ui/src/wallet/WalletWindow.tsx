import { useEffect, useState } from 'preact/hooks';
import { Card, Facts } from '../parts/layout/Card.tsx';
import { Amount } from '../parts/values/Amount.tsx';
import { Code } from '../parts/values/Code.tsx';
import { inTokens, safeLine, safeName, shortHash, shortHashesIn } from '../parts/values/format.ts';
import { decide, detailsOf, patienceAfter, titleOf, type WaitingRequest, waitingRequests } from './waiting.ts';

const LOOK_MS = 500;
/** How often an empty window looks before it closes itself: the first request may be on its way for long, later ones are often none. */
const FIRST_LOOKS = 60;
const STAY_LOOKS = 6;

/** Shows the first request that waits, until somebody decides. It closes itself when nothing waits. */
export function WalletWindow() {
  const [requests, setRequests] = useState<readonly WaitingRequest[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let empty = 0;
    let most = FIRST_LOOKS;
    let patience = patienceAfter(0);
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        const found = await waitingRequests(patience);
        patience = patienceAfter(patience);
        setRequests(found);
        setProblem(undefined);
        empty = found.length === 0 ? empty + 1 : 0;
        if (found.length > 0) most = STAY_LOOKS;
        if (empty >= most) window.close();
      } catch (error) {
        patience = patienceAfter(patience, error);
        setProblem((error as Error).message);
      }
      timer = setTimeout(look, LOOK_MS);
    };
    void look();
    return () => clearTimeout(timer);
  }, []);
  const [first] = requests ?? [];
  return (
    <main class="wallet-window">
      {problem !== undefined && <p role="alert">{safeLine(problem)}</p>}
      {first ? (
        <Question key={first.id} request={first} others={requests!.length - 1} />
      ) : (
        <h1>{requests ? 'Nothing waits' : 'Loading …'}</h1>
      )}
    </main>
  );
}

function Question({ request, others }: { readonly request: WaitingRequest; readonly others: number }) {
  const [isDecided, setDecided] = useState(false);
  const { id, type, origin, account, calls, preview } = request;
  const details = calls.length > 0 ? undefined : detailsOf(request);
  const act = (control: 'approve' | 'reject') => () => {
    setDecided(true);
    void decide(id, control).catch(() => setDecided(false));
  };
  return (
    <>
      <h1>{titleOf(type)}</h1>
      <Facts
        rows={[
          ['Page', origin && safeName(origin, 100)],
          ['Account', account && <span title={account}>{shortHash(account)}</span>],
          ['Others', others > 0 && `${others} more wait`],
        ]}
      />
      {calls.length > 0 && (
        <Card title={calls.length === 1 ? 'Call' : `${calls.length} calls`}>
          <ul>
            {calls.map(({ text, contract, contractName }, i) => (
              <li key={i} title={contract}>
                <code>{safeName(shortHashesIn(text), 400)}</code>{' '}
                <span class="muted">of {contractName ? safeName(contractName, 60) : shortHash(contract)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {preview && <Effects {...preview} />}
      {details !== undefined && <Code text={details} />}
      <div class="acts">
        <button type="button" class="button" disabled={isDecided} onClick={act('reject')}>
          Reject
        </button>
        <button type="button" class="button primary" disabled={isDecided} onClick={act('approve')}>
          Approve
        </button>
      </div>
    </>
  );
}

function Effects({ fee, balances, declared, problem }: NonNullable<WaitingRequest['preview']>) {
  return (
    <Card title="What it does">
      {problem !== undefined && <p role="alert">It would fail: {safeName(problem, 300)}</p>}
      <Facts
        rows={[
          ['Class hash', declared && <span title={declared.classHash}>{shortHash(declared.classHash)}</span>],
          ['Size', declared && `${declared.felts.toLocaleString('en')} field elements of Sierra`],
          ...balances.map(({ symbol, decimals, change, tokenId }): readonly [string, string] => [
            safeName(symbol, 20),
            signed(BigInt(change), decimals) + (tokenId === undefined ? '' : ` (token ${shortHash(tokenId)})`),
          ]),
          ['Fee', fee !== undefined && <Amount amount={fee} unit="FRI" />],
        ]}
      />
    </Card>
  );
}

const signed = (change: bigint, decimals: number): string =>
  change < 0n ? `−${inTokens(-change, undefined, decimals)}` : `+${inTokens(change, undefined, decimals)}`;

import { readShortString } from '../../../../src/abi/scalars.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { Code } from '../../parts/values/Code.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeName } from '../../parts/values/format.ts';
import { clientSnippets, isLoopback, socketAddress } from './clientSnippets.ts';
import { qrPath } from './qrPath.ts';

/** How dapps and other clients are pointed at this node. */
export default function ConnectScreen() {
  const { connection } = useNode();
  const chainId = useQuery('starknet_chainId', {});
  const isReachable = /^https?:/.test(connection.address);
  return (
    <div class="stack">
      <h1>Connect</h1>
      {isReachable ? (
        <Loaded query={chainId}>{(id) => <Places address={connection.address} chainId={id} />}</Loaded>
      ) : (
        <Card title="No address">
          <p>This node runs in the page itself. Start one with `npx starbox --ui` to connect a dapp to it.</p>
        </Card>
      )}
    </div>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} width="160" height="160" role="img">
      <title>QR code of {text}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Whether this node has the wallet for tests. */
function WalletState() {
  const { data } = useQuery('sandbox_getConfig', {});
  if (!data || data.wallet === undefined) return null;
  return data.wallet === null ? (
    <p class="note-box">
      This node was started without --wallet, so it has no /wallet.js. Start it again with --wallet.
    </p>
  ) : (
    <p>
      This node was started with --wallet: the wallet is on, and{' '}
      {data.wallet === 'ask' ? 'asks you' : 'approves by itself'}.
    </p>
  );
}

interface Props {
  readonly address: string;
  readonly chainId: string;
}

function Places({ address, chainId }: Props) {
  const account = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed').data?.[0]?.address;
  const copied = (text: string, what: string) => (
    <span>
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
  const name = readShortString(BigInt(chainId));
  return (
    <>
      <Card title="This node">
        <Facts
          rows={[
            ['URL', copied(`${address}/rpc`, 'the URL')],
            ['WebSocket', copied(socketAddress(address), 'the URL of the WebSocket')],
            ['Chain id', copied(chainId, 'the chain id')],
            ['Chain', name === undefined || name === '' ? undefined : safeName(name)],
            [
              'Real wallets',
              'In the settings of Ready or Braavos, add a custom network with this URL and this chain id.',
            ],
            [
              'For a phone',
              isLoopback(address) ? (
                `Other devices cannot reach ${new URL(address).hostname}. Start the node with --host 0.0.0.0, and open this page at the address of this machine: then a QR code of it is here.`
              ) : (
                <QrCode key="qr" text={address} />
              ),
            ],
          ]}
        />
      </Card>
      <Card title="Clients">
        <Tabs
          label="Clients"
          tabs={clientSnippets({ address, chainId, account }).map(({ id, name, file, text }) => ({
            id,
            name,
            content: () => (
              <>
                {id === 'wallet' && <WalletState />}
                <p class="muted">
                  {file} <CopyButton text={text} what={`the text for ${name}`} />
                </p>
                <Code text={text} />
              </>
            ),
          }))}
        />
      </Card>
    </>
  );
}

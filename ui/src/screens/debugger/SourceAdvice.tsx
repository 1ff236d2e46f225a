import { useQuery } from '../../data/node/hooks.ts';

/** Says how the source of a contract gets here. Users have no build of the classes that the node starts with. */
export function SourceAdvice({ address }: { readonly address: string }) {
  const { data: config } = useQuery('sandbox_getConfig', {}, 'fixed');
  const { data: hash } = useQuery(
    'chain_getClassHashAt',
    { block_id: 'pre_confirmed', contract_address: address },
    'fixed',
  );
  if (!config || hash === undefined) return null;
  const shipped = [config.account_contract_class_hash, config.eth_erc20_class_hash, config.strk_erc20_class_hash];
  const isShipped = shipped.some((each) => BigInt(each) === BigInt(hash));
  return (
    <p class="source-advice muted">
      {isShipped ? (
        'This contract came with the node, which has no source of it.'
      ) : (
        <>
          The node has no source of this contract. Start it in the folder of your Scarb.toml, or name the folder of the
          build output: <code>--artifacts target/dev</code>
        </>
      )}
    </p>
  );
}

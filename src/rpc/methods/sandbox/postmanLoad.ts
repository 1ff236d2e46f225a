import { L1Error } from '../../../l1/l1Error.ts';
import { connectAnyL1 } from '../../connectAnyL1.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { ethHex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { failed, invalidParams } from '../../rpcError.ts';

const params = struct('PostmanLoadL1MessagingContract', {
  network_url: text('textChars'),
  messaging_contract_address: optional(text('textChars')),
  deployer_account_private_key: optional(text('textChars')),
  /** An older name of the contract's address. */
  address: optional(text('textChars')),
});

/** Connects to an L1 node, to the mock, or to an EVM in this process; a failure keeps the connection there was. */
export const postmanLoad = method({
  name: 'postmanLoad',
  group: 'sandbox',
  summary:
    'Connects to an L1 node, to the mock L1, or to an EVM in this process, and deploys the messaging contract if none is named.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async ({ write, fetch, loadEvm, node }, request) => {
    if (request.address !== undefined && request.messagingContractAddress !== undefined)
      throw invalidParams('duplicate field `messaging_contract_address`');
    const l1 = await connectAnyL1(
      {
        networkUrl: request.networkUrl,
        contractAddress: request.messagingContractAddress ?? request.address,
        privateKey: request.deployerAccountPrivateKey,
      },
      { fetch, loadEvm, node },
    ).catch((error: unknown) => {
      throw error instanceof L1Error ? failed(`Alloy error: ${error.message}.`, { help: error.help }) : error;
    });
    await write((draft) => draft.messages.setL1(l1));
    return { messaging_contract_address: ethHex(l1.contractAddress) };
  },
});

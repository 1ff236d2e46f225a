// The storage variables of well-known contracts and components. A class has a variable if its code contains the hash of the name, so a
// name in this list is never shown for a class that does not use it.

/** Names by the type that they have in every version we know: OpenZeppelin, Argent, and our own contracts. */
const TYPED: Readonly<Record<string, string>> = {
  felt252: 'Account_public_key _signer _guardian _guardian_backup _implementation _current_nonce',
  ContractAddress:
    'Ownable_owner Ownable_pending_owner ERC4626_asset ERC20Wrapper_underlying ERC721Wrapper_underlying Governor_token ' +
    'Governor_timelock_controller AccessControl_current_default_admin AccessControl_pending_default_admin permitted_minter',
  bool: 'Initializable_initialized Pausable_paused ReentrancyGuard_entered',
  u8: 'ERC20_decimals',
  u64:
    'Vesting_start Vesting_duration Vesting_cliff TimelockController_min_delay Governor_voting_delay Governor_voting_period ' +
    'AccessControl_current_delay AccessControl_pending_default_admin_schedule escape_security_period last_guardian_escape_attempt ' +
    'last_guardian_trigger_escape_attempt last_owner_escape_attempt last_owner_trigger_escape_attempt',
  u256: 'ERC20_total_supply ERC721Enumerable_all_tokens_len ERC1155Supply_total_supply_all Governor_proposal_threshold',
  'Map<ContractAddress, u256>': 'ERC20_balances ERC721_balances Vesting_released',
  'Map<ContractAddress, felt252>': 'Nonces_nonces Governor_nonces',
  'Map<ContractAddress, bool>': 'Multisig_is_signer',
  'Map<ContractAddress, u32>': 'Multisig_signers_indices',
  'Map<ContractAddress, ContractAddress>': 'Votes_delegatee',
  'Map<(ContractAddress, ContractAddress), u256>': 'ERC20_allowances',
  'Map<(ContractAddress, ContractAddress), bool>':
    'ERC721_operator_approvals ERC1155_operator_approvals ERC6909_operators',
  'Map<(ContractAddress, u256), u256>': 'ERC721Enumerable_owned_tokens ERC6909_balances',
  'Map<(ContractAddress, ContractAddress, u256), u256>': 'ERC6909_allowances',
  'Map<u32, ContractAddress>': 'Multisig_signers_by_index',
  'Map<u256, ContractAddress>': 'ERC721_owners ERC721_token_approvals',
  'Map<u256, u8>': 'ERC6909Metadata_decimals',
  'Map<u256, u256>':
    'ERC721Enumerable_all_tokens ERC721Enumerable_all_tokens_index ERC721Enumerable_owned_tokens_index ' +
    'ERC1155Supply_total_supply ERC6909TokenSupply_total_supply',
  'Map<u256, ByteArray>':
    'ERC721URIStorage_token_uris ERC1155URIStorage_token_uris ERC6909ContentURI_token_uris ERC6909Metadata_name ERC6909Metadata_symbol',
  'Map<(u256, ContractAddress), u256>': 'ERC1155_balances',
  'Map<felt252, bool>': 'SRC5_supported_interfaces SRC9_nonces outside_nonces revoked_session',
  'Map<felt252, u64>': 'TimelockController_timestamps',
  'Map<felt252, felt252>': 'AccessControl_role_admin _signer_non_stark _guardian_backup_non_stark',
  'Map<(felt252, ContractAddress), bool>': 'Multisig_tx_confirmed_by',
  'Map<(felt252, felt252, felt252), u32>': 'valid_session_cache',
};

/** Names whose type depends on the version, and names that many contracts use. */
const UNTYPED =
  'ERC20_name ERC20_symbol ERC20_balance ERC721_name ERC721_symbol ERC721_base_uri ERC721_token_uri ERC1155_uri ERC1155URIStorage_base_uri ' +
  'ERC6909ContentURI_contract_uri EthAccount_public_key AccessControl_role_member AccessControl_pending_delay Multisig_signers_info ' +
  'Multisig_tx_info Votes_delegate_checkpoints Votes_total_checkpoints ERC20Votes_delegatee ERC20Votes_delegate_checkpoints ' +
  'ERC20Votes_total_checkpoints ERC2981_default_royalty_info ERC2981_token_royalty_info ERC721Consecutive_sequential_burn ' +
  'ERC721Consecutive_sequential_ownership Governor_proposals Governor_proposals_votes Governor_quorum_numerator_history ' +
  'Governor_timelock_ids Account_nonce ERC165_supported_interfaces Proxy_admin Proxy_initialized Proxy_implementation_hash ' +
  'Proxy_implementation_address _escape escape escape_enabled guardian_escape_attempts owner_escape_attempts guardians_storage ' +
  'owners_storage signer_list threshold guardian name symbol decimals total_supply totalSupply balances allowances owner admin ' +
  'paused initialized nonces balance allowance pending_owner counter count version token tokens implementation roles governor bridge';

/** Every name, with the text of its type where that is fixed. */
export const KNOWN_VARIABLES: ReadonlyMap<string, string | undefined> = new Map<string, string | undefined>([
  ...UNTYPED.split(' ').map((name) => [name, undefined] as const),
  ...Object.entries(TYPED).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
]);

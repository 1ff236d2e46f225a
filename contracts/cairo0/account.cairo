// The class of predeployed accounts with --account-class cairo0: one Stark key, and calls as a table with one list of calldata.
// Genesis writes the storage variable `Account_public_key` directly, so its name is part of the interface.
%lang starknet

from starkware.cairo.common.alloc import alloc
from starkware.cairo.common.bool import FALSE, TRUE
from starkware.cairo.common.cairo_builtins import EcOpBuiltin, HashBuiltin, SignatureBuiltin
from starkware.cairo.common.math import assert_not_zero
from starkware.cairo.common.memcpy import memcpy
from starkware.cairo.common.signature import check_ecdsa_signature, verify_ecdsa_signature
from starkware.starknet.common.syscalls import (
    call_contract,
    get_caller_address,
    get_contract_address,
    get_tx_info,
)

// ERC-165 identifiers of ERC-165 itself and of an account.
const IERC165_ID = 0x01ffc9a7;
const IACCOUNT_ID = 0xa66bd575;

// This is added to the version of a transaction that is only estimated or simulated.
const QUERY_VERSION_BASE = 2 ** 128;

// One call: its arguments are calldata[data_offset], ..., calldata[data_offset + data_len - 1].
struct AccountCallArray {
    to: felt,
    selector: felt,
    data_offset: felt,
    data_len: felt,
}

@storage_var
func Account_public_key() -> (public_key: felt) {
}

@constructor
func constructor{syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr}(publicKey: felt) {
    Account_public_key.write(publicKey);
    return ();
}

@view
func getPublicKey{syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr}() -> (
    publicKey: felt
) {
    let (key) = Account_public_key.read();
    return (publicKey=key);
}

@external
func setPublicKey{syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr}(
    newPublicKey: felt
) {
    let (caller) = get_caller_address();
    let (self) = get_contract_address();
    with_attr error_message("Account: caller is not this account") {
        assert caller = self;
    }
    Account_public_key.write(newPublicKey);
    return ();
}

@view
func supportsInterface(interfaceId: felt) -> (success: felt) {
    if ((interfaceId - IERC165_ID) * (interfaceId - IACCOUNT_ID) == 0) {
        return (success=TRUE);
    }
    return (success=FALSE);
}

@view
func isValidSignature{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ec_op_ptr: EcOpBuiltin*
}(hash: felt, signature_len: felt, signature: felt*) -> (isValid: felt) {
    alloc_locals;
    if (signature_len != 2) {
        return (isValid=FALSE);
    }
    let (key) = Account_public_key.read();
    let (is_valid) = check_ecdsa_signature(
        message=hash, public_key=key, signature_r=signature[0], signature_s=signature[1]
    );
    return (isValid=is_valid);
}

// The same function under the name that later accounts use.
@view
func is_valid_signature{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ec_op_ptr: EcOpBuiltin*
}(hash: felt, signature_len: felt, signature: felt*) -> (isValid: felt) {
    return isValidSignature(hash, signature_len, signature);
}

@external
func __validate__{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ecdsa_ptr: SignatureBuiltin*
}(call_array_len: felt, call_array: AccountCallArray*, calldata_len: felt, calldata: felt*) {
    return validate_transaction();
}

@external
func __validate_declare__{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ecdsa_ptr: SignatureBuiltin*
}(class_hash: felt) {
    return validate_transaction();
}

@external
func __validate_deploy__{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ecdsa_ptr: SignatureBuiltin*
}(class_hash: felt, contract_address_salt: felt, publicKey: felt) {
    return validate_transaction();
}

@external
func __execute__{syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr}(
    call_array_len: felt, call_array: AccountCallArray*, calldata_len: felt, calldata: felt*
) -> (response_len: felt, response: felt*) {
    alloc_locals;
    // Only the protocol may call this, and only for versions that the signature covers.
    let (caller) = get_caller_address();
    with_attr error_message("Account: reentrant call") {
        assert caller = 0;
    }
    let (tx_info) = get_tx_info();
    with_attr error_message("Account: deprecated tx version") {
        assert_not_zero(tx_info.version * (tx_info.version - QUERY_VERSION_BASE));
    }
    let (local response: felt*) = alloc();
    let (response_len) = execute_calls(call_array_len, call_array, calldata, response);
    return (response_len=response_len, response=response);
}

// Uses the ECDSA builtin, which fails if the signature is wrong.
func validate_transaction{
    syscall_ptr: felt*, pedersen_ptr: HashBuiltin*, range_check_ptr, ecdsa_ptr: SignatureBuiltin*
}() {
    let (tx_info) = get_tx_info();
    with_attr error_message("Account: invalid signature") {
        assert tx_info.signature_len = 2;
    }
    let (key) = Account_public_key.read();
    with_attr error_message("Account: invalid signature") {
        verify_ecdsa_signature(
            message=tx_info.transaction_hash,
            public_key=key,
            signature_r=tx_info.signature[0],
            signature_s=tx_info.signature[1],
        );
    }
    return ();
}

// Makes the calls in order and appends the return data of each.
func execute_calls{syscall_ptr: felt*}(
    calls_left: felt, next: AccountCallArray*, calldata: felt*, response: felt*
) -> (response_len: felt) {
    alloc_locals;
    if (calls_left == 0) {
        return (response_len=0);
    }
    let (local retdata_size, retdata) = call_contract(
        contract_address=next.to,
        function_selector=next.selector,
        calldata_size=next.data_len,
        calldata=calldata + next.data_offset,
    );
    memcpy(response, retdata, retdata_size);
    let (rest_len) = execute_calls(
        calls_left - 1, next + AccountCallArray.SIZE, calldata, response + retdata_size
    );
    return (response_len=retdata_size + rest_len);
}

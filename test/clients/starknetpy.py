"""Drives a sandbox with starknet.py: python3 starknetpy.py URL. Prints one line per thing that worked."""

import asyncio
import json
import sys
import urllib.request

from starknet_py.contract import Contract
from starknet_py.hash.selector import get_selector_from_name
from starknet_py.net.account.account import Account
from starknet_py.net.client_models import Call
from starknet_py.net.full_node_client import FullNodeClient
from starknet_py.net.models import StarknetChainId
from starknet_py.net.signer.key_pair import KeyPair
from starknet_py.utils.typed_data import TypedData

STRK = 0x4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D


def rpc(url, method, params=None):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}).encode()
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))["result"]


def paymaster(url, method, transaction, parameters):
    return rpc(f"{url}/paymaster", f"paymaster_{method}", {"transaction": transaction, "parameters": parameters})


async def main(url):
    client = FullNodeClient(node_url=f"{url}/rpc")
    first = rpc(url, "devnet_getPredeployedAccounts")[0]
    account = Account(
        client=client,
        address=first["address"],
        key_pair=KeyPair.from_private_key(int(first["private_key"], 16)),
        chain=StarknetChainId.SEPOLIA,
    )
    call = Call(to_addr=STRK, selector=get_selector_from_name("transfer"), calldata=[0x1234, 1000, 0])
    sent = await account.execute_v3(calls=call, auto_estimate=True)
    receipt = await client.wait_for_tx(sent.transaction_hash, check_interval=0.1)
    assert receipt.execution_status.name == "SUCCEEDED", receipt
    print("transfer")

    balance = await client.call_contract(
        Call(to_addr=STRK, selector=get_selector_from_name("balance_of"), calldata=[0x1234]), block_number="latest"
    )
    assert balance == [1000, 0], balance
    print("call")

    contract = await Contract.from_address(address=STRK, provider=account)
    (symbol,) = await contract.functions["symbol"].call()
    assert symbol == "STRK", symbol
    print("contract")

    block = await client.get_block(block_number="latest")
    assert [transaction.hash for transaction in block.transactions] == [sent.transaction_hash]
    print("block")

    trace = await client.trace_transaction(sent.transaction_hash)
    assert trace.execute_invocation.calls, trace
    print("trace")

    events = await client.get_events(address=STRK, from_block_number=0, to_block_number="latest", chunk_size=10)
    assert len(events.events) == 2, events
    print("events")

    # starknet.py has no client for paymasters; it signs what one builds.
    calls = [{"to": hex(STRK), "selector": hex(get_selector_from_name("transfer")), "calldata": ["0x77", "0x5", "0x0"]}]
    for fee_mode in [{"mode": "sponsored"}, {"mode": "default", "gas_token": hex(STRK)}]:
        parameters = {"version": "0x1", "fee_mode": fee_mode}
        invoke = {"user_address": hex(account.address), "calls": calls}
        built = paymaster(url, "buildTransaction", {"type": "invoke", "invoke": invoke}, parameters)
        signature = account.sign_message(TypedData.from_dict(built["typed_data"]))
        signed = {
            "user_address": hex(account.address),
            "typed_data": built["typed_data"],
            "signature": [hex(value) for value in signature],
        }
        done = paymaster(url, "executeTransaction", {"type": "invoke", "invoke": signed}, parameters)
        receipt = await client.get_transaction_receipt(done["transaction_hash"])
        assert receipt.execution_status.name == "SUCCEEDED", receipt
        print(f"paymaster {fee_mode['mode']}")
    paid = Call(to_addr=STRK, selector=get_selector_from_name("balance_of"), calldata=[0x77])
    assert await client.call_contract(paid, block_number="latest") == [10, 0]


asyncio.run(main(sys.argv[1]))

import pytest
from conftest import rpc

STRK = 0x4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D


def test_mint(node_url):
    assert rpc(node_url, "devnet_mint", {"address": "0x77", "amount": 5})["new_balance"] == "5"


def test_every_test_has_its_own_chain(node_url):
    assert rpc(node_url, "devnet_getAccountBalance", {"address": "0x77"})["amount"] == "0"


def test_transfer_with_starknet_py(node_url):
    pytest.importorskip("starknet_py", reason="starknet-py is not installed")
    import asyncio

    from starknet_py.hash.selector import get_selector_from_name
    from starknet_py.net.account.account import Account
    from starknet_py.net.client_models import Call
    from starknet_py.net.full_node_client import FullNodeClient
    from starknet_py.net.models import StarknetChainId
    from starknet_py.net.signer.key_pair import KeyPair

    async def transfer():
        account = Account(
            client=FullNodeClient(node_url=f"{node_url}/rpc"),
            address="0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691",  # account #0 of seed 0
            key_pair=KeyPair.from_private_key(0x71D7BB07B9A64F6F78AC4C816AFF4DA9),
            chain=StarknetChainId.SEPOLIA,
        )
        call = Call(to_addr=STRK, selector=get_selector_from_name("transfer"), calldata=[0x78, 5, 0])
        sent = await account.execute_v3(calls=call, auto_estimate=True)
        await account.client.wait_for_tx(sent.transaction_hash, check_interval=0.01)

    asyncio.run(transfer())
    assert rpc(node_url, "devnet_getAccountBalance", {"address": "0x78"})["amount"] == "5"

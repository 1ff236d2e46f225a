"""A node for the whole run, and a chain of its own for every test."""
import json
import subprocess
import urllib.request

import pytest


def rpc(url, method, params=None):
    """Makes a JSON-RPC request."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}).encode()
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    if "error" in answer:
        raise RuntimeError(f"{method}: {answer['error']}")
    return answer["result"]


@pytest.fixture(scope="session")
def server():
    """The address of a node at a free port."""
    command = ["node", "node_modules/starbox/dist/cli.js", "--seed", "0", "--port", "0", "--log", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if "url" in (entry := json.loads(line)):
                break
        else:
            pytest.fail("the node did not start")
        yield entry["url"]
        process.terminate()
        process.communicate()


@pytest.fixture
def node_url(server):
    """The address of a chain that only this test has: a clone, made in microseconds."""
    box = rpc(server, "devnet_createBox")
    yield server + box["path"]
    rpc(server, "devnet_dropBox", {"box_id": box["box_id"]})

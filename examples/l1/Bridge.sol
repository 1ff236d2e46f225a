// SPDX-License-Identifier: Apache-2.0
// Compiled to Bridge.json by contracts/l1/compile.mjs.
pragma solidity ^0.8.20;

interface IStarknetMessaging {
    function sendMessageToL2(uint256 to, uint256 selector, uint256[] calldata payload)
        external
        payable
        returns (bytes32, uint256);

    function consumeMessageFromL2(uint256 from, uint256[] calldata payload) external returns (bytes32);
}

/// Keeps Ether on L1 while a contract on L2 counts it.
contract Bridge {
    event Deposited(address indexed from, uint256 amount, uint256 nonce);
    event Withdrawn(address indexed to, uint256 amount);

    error NothingToDeposit();

    /// What the delivery of a message costs on L2.
    uint256 public constant FEE = 1000 wei;

    IStarknetMessaging public immutable messaging;
    uint256 public immutable l2Bridge;
    uint256 public immutable depositSelector;

    constructor(IStarknetMessaging messaging_, uint256 l2Bridge_, uint256 depositSelector_) {
        messaging = messaging_;
        l2Bridge = l2Bridge_;
        depositSelector = depositSelector_;
    }

    /// Locks what is sent, without the fee, and tells L2.
    function deposit() external payable {
        if (msg.value <= FEE) revert NothingToDeposit();
        uint256[] memory payload = new uint256[](1);
        payload[0] = msg.value - FEE;
        (, uint256 nonce) = messaging.sendMessageToL2{value: FEE}(l2Bridge, depositSelector, payload);
        emit Deposited(msg.sender, payload[0], nonce);
    }

    /// Pays out what was withdrawn on L2. The messaging contract knows whether there is such a message.
    function withdraw(address payable to, uint256 amount) external {
        uint256[] memory payload = new uint256[](1);
        payload[0] = amount;
        messaging.consumeMessageFromL2(l2Bridge, payload);
        emit Withdrawn(to, amount);
        (bool paid,) = to.call{value: amount}("");
        require(paid, "the recipient refused the Ether");
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// The messages between an L1 and a sandbox. It has the part of Starknet's core contract that contracts on L1 use, with its functions,
/// events and hashes. Nothing is proven: any caller of `mockSendMessageFromL2` can send messages from L2. For tests only.
contract MockStarknetMessaging {
    event LogMessageToL1(uint256 indexed fromAddress, address indexed toAddress, uint256[] payload);
    event LogMessageToL2(
        address indexed fromAddress,
        uint256 indexed toAddress,
        uint256 indexed selector,
        uint256[] payload,
        uint256 nonce,
        uint256 fee
    );
    event ConsumedMessageToL1(uint256 indexed fromAddress, address indexed toAddress, uint256[] payload);
    event ConsumedMessageToL2(
        address indexed fromAddress,
        uint256 indexed toAddress,
        uint256 indexed selector,
        uint256[] payload,
        uint256 nonce
    );
    event MessageToL2CancellationStarted(
        address indexed fromAddress,
        uint256 indexed toAddress,
        uint256 indexed selector,
        uint256[] payload,
        uint256 nonce
    );
    event MessageToL2Canceled(
        address indexed fromAddress,
        uint256 indexed toAddress,
        uint256 indexed selector,
        uint256[] payload,
        uint256 nonce
    );

    uint256 private constant MAX_FEE = 1 ether;
    uint256 private constant FIELD_PRIME = 2 ** 251 + 17 * 2 ** 192 + 1;

    /// The fee plus one of each message that waits for L2; zero if there is no such message.
    mapping(bytes32 => uint256) public l1ToL2Messages;
    /// How many times each message from L2 can be consumed.
    mapping(bytes32 => uint256) public l2ToL1Messages;
    /// When the cancellation of a message was requested; zero if it was not.
    mapping(bytes32 => uint256) public l1ToL2MessageCancellations;
    uint256 public l1ToL2MessageNonce;
    uint256 public immutable messageCancellationDelay;

    constructor(uint256 cancellationDelay) {
        messageCancellationDelay = cancellationDelay;
    }

    function getMaxL1MsgFee() external pure returns (uint256) {
        return MAX_FEE;
    }

    /// Sends a message to an L1 handler. The value is the fee for its execution on L2.
    function sendMessageToL2(
        uint256 toAddress,
        uint256 selector,
        uint256[] calldata payload
    ) external payable returns (bytes32, uint256) {
        require(msg.value > 0, "L1_MSG_FEE_MUST_BE_GREATER_THAN_0");
        require(msg.value <= MAX_FEE, "MAX_L1_MSG_FEE_EXCEEDED");
        uint256 nonce = l1ToL2MessageNonce++;
        bytes32 hash = hashToL2(msg.sender, toAddress, selector, payload, nonce);
        l1ToL2Messages[hash] = msg.value + 1;
        emit LogMessageToL2(msg.sender, toAddress, selector, payload, nonce, msg.value);
        return (hash, nonce);
    }

    /// Consumes a message from L2 to the caller.
    function consumeMessageFromL2(uint256 fromAddress, uint256[] calldata payload) external returns (bytes32) {
        bytes32 hash = keccak256(
            abi.encodePacked(fromAddress, uint256(uint160(msg.sender)), payload.length, payload)
        );
        require(l2ToL1Messages[hash] > 0, "INVALID_MESSAGE_TO_CONSUME");
        l2ToL1Messages[hash] -= 1;
        emit ConsumedMessageToL1(fromAddress, msg.sender, payload);
        return hash;
    }

    function startL1ToL2MessageCancellation(
        uint256 toAddress,
        uint256 selector,
        uint256[] calldata payload,
        uint256 nonce
    ) external returns (bytes32) {
        bytes32 hash = hashToL2(msg.sender, toAddress, selector, payload, nonce);
        require(l1ToL2Messages[hash] > 0, "NO_MESSAGE_TO_CANCEL");
        l1ToL2MessageCancellations[hash] = block.timestamp;
        emit MessageToL2CancellationStarted(msg.sender, toAddress, selector, payload, nonce);
        return hash;
    }

    function cancelL1ToL2Message(
        uint256 toAddress,
        uint256 selector,
        uint256[] calldata payload,
        uint256 nonce
    ) external returns (bytes32) {
        bytes32 hash = hashToL2(msg.sender, toAddress, selector, payload, nonce);
        require(l1ToL2Messages[hash] > 0, "NO_MESSAGE_TO_CANCEL");
        uint256 askedAt = l1ToL2MessageCancellations[hash];
        require(askedAt != 0, "MESSAGE_CANCELLATION_NOT_REQUESTED");
        require(block.timestamp >= askedAt + messageCancellationDelay, "MESSAGE_CANCELLATION_NOT_ALLOWED_YET");
        l1ToL2Messages[hash] = 0;
        emit MessageToL2Canceled(msg.sender, toAddress, selector, payload, nonce);
        return hash;
    }

    /// Delivers a message from L2, as a state update would.
    function mockSendMessageFromL2(uint256 fromAddress, uint256 toAddress, uint256[] calldata payload) external {
        l2ToL1Messages[keccak256(abi.encodePacked(fromAddress, toAddress, payload.length, payload))] += 1;
        emit LogMessageToL1(fromAddress, address(uint160(toAddress)), payload);
    }

    /// Marks a message as handled on L2, as a state update would.
    function mockConsumeMessageToL2(
        uint256 fromAddress,
        uint256 toAddress,
        uint256 selector,
        uint256[] calldata payload,
        uint256 nonce
    ) external {
        address sender = address(uint160(fromAddress));
        bytes32 hash = hashToL2(sender, toAddress, selector, payload, nonce);
        require(l1ToL2Messages[hash] > 0, "INVALID_MESSAGE_TO_CONSUME");
        l1ToL2Messages[hash] = 0;
        emit ConsumedMessageToL2(sender, toAddress, selector, payload, nonce);
    }

    function hashToL2(
        address fromAddress,
        uint256 toAddress,
        uint256 selector,
        uint256[] calldata payload,
        uint256 nonce
    ) private pure returns (bytes32) {
        require(toAddress < FIELD_PRIME && selector < FIELD_PRIME, "NOT_A_FELT");
        return
            keccak256(
                abi.encodePacked(uint256(uint160(fromAddress)), toAddress, nonce, selector, payload.length, payload)
            );
    }
}

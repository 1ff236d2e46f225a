pub mod account;
pub mod blake;
pub mod branching;
pub mod erc20;
pub mod exerciser;
pub mod kinds;
pub mod printer;
pub mod universal_deployer;

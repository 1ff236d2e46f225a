// The window of the wallet: what a dapp asks for, and the buttons of the one who decides.
import '../style/tokens.css';
import '../style/base.css';
import '../style/parts.css';
import '../style/buttons.css';
import './wallet.css';
import { render } from 'preact';
import { WalletWindow } from './WalletWindow.tsx';

render(<WalletWindow />, document.getElementById('app')!);

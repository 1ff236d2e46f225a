import './style/tokens.css';
import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/dialogs.css';
import './style/calls.css';
import './style/forms.css';
import './style/timeline.css';
import { render } from 'preact';
import { App } from './app/App.tsx';
import { applyTheme, theme } from './app/theme.ts';
import { NodeContext } from './data/hooks.ts';
import { NodeClient } from './data/nodeClient.ts';
import { followLinks } from './routing/router.ts';
import { chosenAddress } from './transport/chosenAddress.ts';
import { WebConnection } from './transport/webConnection.ts';

applyTheme(theme.get());
followLinks();
const node = new NodeClient(new WebConnection(chosenAddress()));
render(
  <NodeContext.Provider value={node}>
    <App />
  </NodeContext.Provider>,
  document.getElementById('app')!,
);

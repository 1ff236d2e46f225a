import '../style/tokens.css';
import '../style/base.css';
import '../style/frame.css';
import '../style/parts.css';
import '../style/buttons.css';
import '../style/tables.css';
import '../style/dialogs.css';
import '../style/calls.css';
import '../style/forms.css';
import '../style/timeline.css';
import '../style/debugger.css';
import '../style/debuggerNarrow.css';
import '../style/measures.css';
import { render } from 'preact';
import { NodeContext } from '../data/node/hooks.ts';
import { NodeClient } from '../data/node/nodeClient.ts';
import { followLinks, readLocation } from '../routing/router.ts';
import type { Connection } from '../transport/connection.ts';
import { App } from './App.tsx';
import { loadAhead } from './ScreenView.tsx';
import { applyTheme, theme } from './theme.ts';

/** Renders the page over a connection. */
export function showPage(connection: Connection): void {
  applyTheme(theme.get());
  followLinks();
  loadAhead(readLocation().path);
  render(
    <NodeContext.Provider value={new NodeClient(connection)}>
      <App />
    </NodeContext.Provider>,
    document.getElementById('app')!,
  );
}

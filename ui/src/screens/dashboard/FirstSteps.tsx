import { href } from '../../routing/router.ts';

/** What to do on a chain without transactions, and what it can do that others cannot. */
export const FirstSteps = ({ address }: { readonly address: string }) => (
  <div class="empty">
    <strong>No transaction yet</strong>
    <p class="row centred">
      <a class="button primary" href={href('/classes')}>
        Declare a class
      </a>
      <a class="button" href={href('/simulate')}>
        Send a call
      </a>
      <a class="button" href={href('/accounts')}>
        Mint tokens
      </a>
    </p>
    <p>
      Or send a transaction to <code>{address}</code>. It appears here at once.
    </p>
    <p>
      Only here: go back to any block and keep the branch you left (<a href={href('/timeline')}>Timeline</a>), step
      backwards through a failed transaction, and see who wrote a storage cell.
    </p>
  </div>
);

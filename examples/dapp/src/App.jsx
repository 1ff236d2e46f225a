import { useEffect, useState } from 'react';
import { connectWallet, play, playerAt, playForFree, signIn } from './arcade.js';
import { openSession, playInSession } from './session.js';

const USER_REFUSED = 113;

export function App() {
  const [account, setAccount] = useState();
  const [address, setAddress] = useState();
  const [session, setSession] = useState();
  const [told, tell] = useState({});
  const player = usePlayer(address);

  /** What a button does: it tells how its work ended. */
  const act = (done, work) => async () => {
    tell({ status: 'Working …' });
    try {
      await work();
      tell({ status: done });
    } catch (error) {
      tell({ problem: error.code === USER_REFUSED ? 'You declined.' : error.message });
    }
  };
  const connect = act('Connected.', async () => {
    const connected = await connectWallet((other) => {
      setAddress(other);
      setSession(undefined);
    });
    setAccount(connected);
    setAddress(connected.address);
  });
  const acts = {
    Play: act('Played.', () => (session ? playInSession(session) : play(account))),
    'Play for free': act('Played.', () => playForFree(account)),
    'Sign in': act('Signed in.', () => signIn(account)),
    'Do not ask again': act('Session opened.', async () => setSession(await openSession(account))),
  };

  return (
    <main>
      <h1>Arcade</h1>
      {address === undefined ? (
        <button type="button" onClick={connect}>
          Connect
        </button>
      ) : (
        <>
          <p>
            Player: <code data-testid="player">{address}</code>, score: <b data-testid="score">{player?.score}</b>,
            coins: <b data-testid="coins">{player?.coins}</b>
          </p>
          {Object.entries(acts).map(([name, run]) => (
            <button type="button" key={name} onClick={run}>
              {name}
            </button>
          ))}
        </>
      )}
      {told.status && <p role="status">{told.status}</p>}
      {told.problem && <p role="alert">{told.problem}</p>}
    </main>
  );
}

/** What the contract knows of a player. Blocks can be taken back, so it is asked again and again. */
function usePlayer(address) {
  const [player, setPlayer] = useState();
  useEffect(() => {
    if (address === undefined) return;
    let timer;
    const look = async () => {
      await playerAt(address).then(setPlayer, () => undefined);
      timer = setTimeout(look, 300);
    };
    look();
    return () => clearTimeout(timer);
  }, [address]);
  return player;
}

// fast-check with one seed for every run, so that a change passes or fails for its own reasons. `STARBOX_TEST_SEED=random` looks for
// new cases; what it finds is printed with its seed and becomes a test.
import fc from 'fast-check';

const seed = process.env.STARBOX_TEST_SEED ?? '20261116';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

export default fc;

import fc from 'fast-check';

/**
 * The seed of the property tests. It is fixed, so that a run that fails fails again, and a run that passes says that nothing broke.
 * `PROPERTY_SEED=random` searches for new counterexamples, and a number repeats such a search.
 */
const DEFAULT_SEED = 20_261_125;

const seed = process.env['PROPERTY_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: seed === undefined ? DEFAULT_SEED : Number(seed) });

/** Weights of the gate: data, written by `npm run evaluate -- assistant --fit` and by nothing else. */
import type { Features } from './features.ts';

export interface GateWeights {
  bias: number;
  features: Features;
}

export const WEIGHTS: GateWeights = {
  bias: -2.79,
  features: {
    together: 1.77,
    inPageName: 2.23,
    inHeading: 2.87,
    held: 1.81,
    heaviestHeld: -0.91,
    missing: -1.7,
    corrected: -0.59,
    exact: 0.96,
    foreignName: -1.84,
    agreement: 1.06,
    rarity: -0.9,
    length: 1.58,
    lone: -0.2,
    asksForFact: -1.95,
  },
};

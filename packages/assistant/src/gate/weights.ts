/** Weights of the gate. A site sets its own with the option `gate`; `npm run evaluate -- assistant --fit` fits them. */
import type { Features } from './features.ts';

export interface GateWeights {
  bias: number;
  features: Features;
}

/** For sites without weights of their own; fitted to the questions of two documentation sites. */
export const DEFAULT_GATE: GateWeights = {
  bias: -2.23,
  features: {
    together: 1.84,
    inPageName: 2.07,
    inHeading: 1.97,
    held: 1.66,
    heaviestHeld: -1.22,
    missing: -1.86,
    corrected: -0.78,
    exact: 0.86,
    foreignName: -2.26,
    agreement: 0.85,
    rarity: -1.17,
    length: 1.21,
    lone: -0.54,
    lacksFact: -0.97,
    verbatim: 0.99,
    headingAsked: 1.42,
  },
};

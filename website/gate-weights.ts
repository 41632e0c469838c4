/** Weights of the assistant's refusal gate. `npm run evaluate -- assistant --fit` writes this file. */
export const gateWeights = {
  bias: -3.08,
  features: {
    together: 2.07,
    inPageName: 1.52,
    inHeading: 1.49,
    held: 1.63,
    heaviestHeld: -1.12,
    missing: -1.92,
    corrected: -0.66,
    exact: 0.94,
    foreignName: -1.82,
    agreement: 0.73,
    rarity: -0.99,
    length: 1.86,
    lone: -0.4,
    lacksFact: -0.93,
    verbatim: 0.92,
    headingAsked: 1.32,
    authoredAsked: 1.31,
    authoredCovers: 2.11,
  },
};

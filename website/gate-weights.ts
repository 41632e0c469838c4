/** Weights of the assistant's refusal gate. `npm run evaluate -- assistant --fit` writes this file. */
export const gateWeights = {
  bias: -2.93,
  features: {
    together: 1.9,
    inPageName: 1.44,
    inHeading: 1.48,
    held: 1.8,
    heaviestHeld: -1.16,
    missing: -2.21,
    corrected: -0.64,
    exact: 0.9,
    foreignName: -1.82,
    agreement: 0.83,
    rarity: -0.99,
    length: 1.75,
    lone: -0.36,
    lacksFact: -0.64,
    verbatim: 1.11,
    headingAsked: 1.41,
    authoredAsked: 1.28,
    authoredCovers: 2.18,
  },
};

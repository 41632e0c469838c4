/** Weights of the assistant's refusal gate. `npm run evaluate -- assistant --fit` writes this file. */
export const gateWeights = {
  bias: -2.53,
  features: {
    together: 1.79,
    inPageName: 1.73,
    inHeading: 1.6,
    held: 1.59,
    heaviestHeld: -1.25,
    missing: -1.76,
    corrected: -0.67,
    exact: 0.76,
    foreignName: -2.24,
    agreement: 0.78,
    rarity: -1.06,
    length: 1.19,
    lone: -0.41,
    lacksFact: -0.95,
    verbatim: 0.87,
    headingAsked: 1.41,
    authoredAsked: 1.68,
    authoredCovers: 2.24,
  },
};

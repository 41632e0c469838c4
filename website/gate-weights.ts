/** Weights of the assistant's refusal gate. `npm run evaluate -- assistant --fit` writes this file. */
export const gateWeights = {
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

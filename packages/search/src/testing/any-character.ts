import fc from 'fast-check';

/** Any code point except unpaired surrogates. The unit `binary` of fast-check lists all of them first, which takes seconds in each process. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

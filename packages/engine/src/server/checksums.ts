/** Whether the check digit of a payment card is valid (ISO/IEC 7812). */
export function hasLuhnSum(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).toReversed();
  const sum = digits.reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** Whether the check digits of a bank account are valid (ISO 13616). A word may follow the number, so prefixes are checked, too. */
export function hasIbanSum(text: string): boolean {
  const compact = text.replace(/[ -]/g, '').toUpperCase();
  for (let length = compact.length; length >= 15; length--) {
    const moved = compact.slice(4, length) + compact.slice(0, 4);
    let rest = 0;
    for (const character of moved) {
      const value = Number.parseInt(character, 36);
      rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
    if (rest === 1) return true;
  }
  return false;
}

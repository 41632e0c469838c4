/** Returns a color of CSS as six hexadecimal digits; undefined if it is neither hexadecimal, nor `rgb()`, nor `hsl()`, or if it is translucent. */
export function hexColor(value: string): string | undefined {
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value)) return value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [, name, numbers = ''] = /^(rgb|hsl)a?\(([\d.%,\s]{5,60}|[\d.]{1,10}deg[\d.%,\s]{3,60})\)$/i.exec(value) ?? [];
  const parts = numbers.split(/[\s,]+/).filter(Boolean);
  const [first = NaN, second = NaN, third = NaN] = parts.map((part) => Number.parseFloat(part));
  if (name === undefined || parts.length !== 3) return undefined;
  const hex = (share: number): string =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0');
  if (name.toLowerCase() === 'rgb')
    return `#${[first, second, third].map((part, index) => hex(part / (parts[index]?.endsWith('%') === true ? 100 : 255))).join('')}`;
  const [saturation, lightness] = [second / 100, third / 100];
  const channel = (offset: number): string => {
    const turn = (offset + first / 30) % 12;
    return hex(lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return `#${[0, 8, 4].map(channel).join('')}`;
}

/** Reads which tables a font inside a drawing has, because those of color fonts repeat shapes without limit, or contain pictures and drawings. */

/** Tables of shapes with colors, drawings, and pictures. */
const COLORED = /^(?:COLR|SVG |CBDT|sbix)$/;
/** Numbers of tables in a WOFF2: of these tables, and of the two that are transformed unless a number says otherwise. The name of others does not matter. */
const NUMBERS = new Map<number, string>([
  [10, 'glyf'],
  [11, 'loca'],
  [32, 'CBDT'],
  [34, 'COLR'],
  [36, 'SVG '],
  [37, 'sbix'],
]);
/** The number of a table whose name follows. */
const NAMED = 63;

/** Where the table directory starts, by the first bytes of a font, as Latin-1, and the bytes of an entry that starts with its name. */
const FORMATS = new Map([
  ['\0\u{1}\0\0', { count: 4, start: 12, size: 16 }],
  ['OTTO', { count: 4, start: 12, size: 16 }],
  ['true', { count: 4, start: 12, size: 16 }],
  ['wOFF', { count: 12, start: 44, size: 20 }],
]);

/** Whether an address in a style is that of a font, in Base64, whose letters have one color. */
export function isPlainFont(address: string): boolean {
  const [, data] = /^data:[^,]*;base64,([\w+/]*={0,2})$/i.exec(address) ?? [];
  if (data === undefined) return false;
  const bytes = Buffer.from(data, 'base64');
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === 'wOF2') return isPlainWoff2(bytes);
  const format = FORMATS.get(signature);
  if (format === undefined || bytes.length < format.start) return false;
  const end = format.start + bytes.readUInt16BE(format.count) * format.size;
  for (let at = format.start; at < end; at += format.size)
    if (at + 4 > bytes.length || COLORED.test(bytes.toString('latin1', at, at + 4))) return false;
  return true;
}

/** Entries of a WOFF2 have a number with two bits for the transformation, a name if the number is 63, and one or two lengths of one to five bytes. */
function isPlainWoff2(bytes: Buffer): boolean {
  if (bytes.length < 48 || bytes.toString('latin1', 4, 8) === 'ttcf') return false;
  let at = 48;
  const skipLength = (): void => {
    for (let count = 0; count < 5; count++) if (((bytes[at++] ?? 0) & 0x80) === 0) return;
  };
  for (let table = bytes.readUInt16BE(12); table > 0; table--) {
    const flags = bytes[at++];
    if (flags === undefined) return false;
    const [number, transformation] = [flags & 63, flags >> 6];
    const name = number === NAMED ? bytes.toString('latin1', at, at + 4) : (NUMBERS.get(number) ?? '');
    if (COLORED.test(name)) return false;
    if (number === NAMED) at += 4;
    skipLength();
    if ((name === 'glyf' || name === 'loca') === (transformation === 0)) skipLength();
  }
  return at <= bytes.length;
}

interface FontSubset {
  file: string;
  source: string;
  characters: string;
}
export const FONTS: FontSubset[];
export function makeFont(font: FontSubset): Promise<Buffer>;

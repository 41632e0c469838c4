interface FontSubset {
  file: string;
  source: string;
  characters: string;
}
export const FONTS: FontSubset[];
export function makeFont(font: Omit<FontSubset, 'file'> & { options?: { targetFormat?: 'truetype' } }): Promise<Buffer>;

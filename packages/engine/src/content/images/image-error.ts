/** A picture that cannot be used; the message names file, reason and way out. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
  }
}

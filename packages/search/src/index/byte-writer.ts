/** Of 32 bits, in bytes. */
const LONGEST_VARINT = 5;

/** A growing stretch of bytes. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** A number in groups of 7 bits, lowest first; the top bit of a byte says that more follow. */
  varint(value: number): void {
    this.#reserve(LONGEST_VARINT);
    const bytes = this.#bytes;
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes[this.length++] = (rest & 127) | 128;
    bytes[this.length++] = rest;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The bytes so far: a view, good until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

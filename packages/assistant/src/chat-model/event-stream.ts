/** Server-sent events, as chat APIs stream them: the data of each event, whatever the borders of the chunks. */

/**
 * Yields the data of one event after another; comments and other fields are passed over.
 * @param mostBytes of the whole stream
 * @throws RangeError when there are more; TypeError on bytes that are no UTF-8; what the body throws when it breaks off
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let rest = '';
  let data: string[] = [];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new RangeError(`The stream has more than ${mostBytes} bytes.`);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim());
  if (data.length > 0) yield data.join('\n');
}

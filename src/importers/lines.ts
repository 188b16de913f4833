/** One line of a text file, from 1. */
export interface Line {
  number: number;
  /** undefined: longer than the limit. */
  text: string | undefined;
}

/** Splits a file into lines without keeping more than one of them. A line longer than `limit` bytes is not kept. */
export async function* readLines(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  const take = (): Line => {
    const whole = length > limit ? undefined : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    // The mark with which programs of Windows begin a file is no part of its first line.
    const text = number === 0 ? whole?.replace(/^\uFEFF/, '') : whole;
    parts = [];
    length = 0;
    return { number: ++number, text };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    if (from < chunk.length) keep(Buffer.from(chunk.subarray(from)));
  }
  if (length > 0) yield take();
}

import { MARK, withoutMarks } from '#model/text-marks.ts';

/** Takes in the text of a page in reading order and writes its lines, with the marks of what they are. */
export interface MarkedText {
  write(text: string): void;
  /** Ends a line; inside a row or inside code it goes on. */
  endLine(): void;
  codeBlock(): void;
  numbered(first: number, read: () => void): void;
  bulleted(read: () => void): void;
  item(read: () => void): void;
  admonition(read: () => void): void;
  label(read: () => void): void;
  row(isHeader: boolean, read: () => void): void;
  cell(read: () => void): void;
  code(read: () => void): void;
  link(read: () => void): void;
}

/** Something whose first line begins with a mark and whose other lines say that they belong to it. */
interface Holder {
  mark: string;
  isOpen: boolean;
}

interface Line {
  text: string;
  /** Whether all of it stands in links, white space aside. */
  isLinks: boolean;
}

const NO_LINE: Line = { text: '', isLinks: true };

/** @param lines where the lines of the section that is being read go */
export function createMarkedText(lines: () => string[]): MarkedText {
  let line = { ...NO_LINE };
  let row: { mark: string; cells: string[] } | null = null;
  /** Where code stands: in the section, after a line of what depth, and how much of it waits for the next line. */
  let around = { lines: lines(), depth: 0, waiting: 0 };
  const holders: Holder[] = [];
  const lists: { next: string }[] = [];
  const inside = { code: 0, link: 0, label: 0 };

  function here(): typeof around {
    if (around.lines !== lines()) around = { lines: lines(), depth: 0, waiting: 0 };
    return around;
  }

  function push(text: string): void {
    const place = here();
    const marks = holders.map((holder) => (holder.isOpen ? MARK.within : holder.mark));
    for (const holder of holders) holder.isOpen = true;
    place.lines.push(MARK.codeBlock.repeat(place.waiting) + marks.join('') + text);
    around = { ...place, depth: holders.length, waiting: 0 };
  }

  function endLine(): void {
    if (row !== null || inside.code > 0) {
      line.text += ' ';
      return;
    }
    const text = tidy(line.text);
    const isLabel = inside.label > 0 || line.isLinks;
    line = { ...NO_LINE };
    if (text !== '') push((isLabel ? MARK.label : '') + text);
  }

  function hold(mark: string, read: () => void): void {
    if (row !== null) return read();
    holders.push({ mark, isOpen: false });
    read();
    endLine();
    holders.pop();
  }

  function within(what: keyof typeof inside, read: () => void): void {
    inside[what]++;
    read();
    // A line ends with its block, which is still inside.
    if (what === 'label') endLine();
    inside[what]--;
  }

  function list(next: string, read: () => void): void {
    lists.push({ next });
    read();
    lists.pop();
  }

  return {
    write(text) {
      line.text += withoutMarks(text);
      if (inside.link === 0 && /\S/.test(text)) line.isLinks = false;
    },
    endLine,
    codeBlock() {
      endLine();
      const place = here();
      // Behind a list it belongs to what follows; with nothing to follow it needs no mark, being the rest.
      if (place.lines.length === 0 || holders.length < place.depth) place.waiting++;
      else place.lines.push(`${place.lines.pop()}${MARK.codeBlock}`);
    },
    numbered: (first, read) => list(`${MARK.step}${Number.isSafeInteger(first) ? Math.max(first, 0) : 1}${MARK.step}`, read),
    bulleted: (read) => list(MARK.item, read),
    item(read) {
      const above = lists.at(-1);
      hold(above?.next ?? MARK.item, read);
      if (above !== undefined && above.next !== MARK.item) above.next = MARK.step;
    },
    admonition: (read) => hold(MARK.admonition, read),
    label: (read) => within('label', read),
    row(isHeader, read) {
      if (row !== null) return read();
      row = { mark: isHeader ? MARK.headerRow : MARK.row, cells: [] };
      read();
      const { mark, cells } = row;
      row = null;
      line = { ...NO_LINE };
      if (cells.some((cell) => cell !== '')) push(mark + joinCells(cells));
    },
    cell(read) {
      if (row === null || row.cells.length > 0) line.text += ' ';
      const before = line.text;
      line = { ...NO_LINE };
      read();
      if (row === null) line.text = before + line.text;
      else {
        const text = tidy(line.text);
        row.cells.push((text !== '' && line.isLinks ? MARK.label : '') + text);
        line = { ...NO_LINE };
      }
    },
    code(read) {
      if (inside.code > 0) return read();
      const before = line.text;
      line.text = '';
      within('code', read);
      line.text = before + markCode(line.text);
    },
    link: (read) => within('link', read),
  };
}

const tidy = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** White space at the ends of code goes outside of it, where it does not double what is there. */
function markCode(text: string): string {
  const code = tidy(text);
  if (code === '') return ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${MARK.code}${code}${MARK.code}${/\s$/.test(text) ? ' ' : ''}`;
}

/** A space parts two cells that have text, so that the row reads as words without its marks. */
function joinCells(cells: readonly string[]): string {
  return cells.reduce(
    (row, cell, i) => (i === 0 ? cell : `${row}${row.replaceAll(MARK.cell, '') !== '' && cell !== '' ? ' ' : ''}${MARK.cell}${cell}`),
    '',
  );
}

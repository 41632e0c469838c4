/** HTML from text, written so that nothing in the text can become markup. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Safe between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** HTML that is safe to be put into a page. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | SafeHtml | null | readonly SafeHtml[];

const written = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof SafeHtml) return value.text;
  return Array.isArray(value) ? value.map(({ text }: SafeHtml) => text).join('') : escapeHtml(String(value));
};

/** A template whose values are escaped, unless they are made by this function too. `null` is nothing. Attributes need quotes around a value. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  return new SafeHtml(parts.reduce((text, part, index) => text + written(values[index - 1] ?? null) + part));
}

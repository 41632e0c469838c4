/** Heading of a section with the sentence below it. `id` names the section for `aria-labelledby`. */
export function SectionHeading({ id, heading, text }: { id: string; heading: string; text?: string }) {
  return (
    <header className="front-heading">
      <h2 id={id}>{heading}</h2>
      {text !== undefined && <p>{text}</p>}
    </header>
  );
}

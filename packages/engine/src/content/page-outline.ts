import type { CompiledPage, PageOutline } from './document.ts';

export function outlineOf({ html: _html, markdown: _markdown, examples: _examples, sections, ...outline }: CompiledPage): PageOutline {
  return { ...outline, sections: sections.map(({ anchor, heading, level }) => ({ anchor, heading, level })) };
}

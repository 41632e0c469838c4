import { blocks, table } from '../markdown/blocks.ts';
import { codeSpan, sentence } from '../markdown/escape.ts';
import type { createTypeLookup } from './expand.ts';
import { expandFields } from './expand.ts';
import type { LinkOfType } from './field-table.ts';
import { fieldTable } from './field-table.ts';
import type { AliasType, Aspect, EnumType, ModelType } from './model.ts';

/** Fragment of a type on a page. */
export const typeAnchor = (name: string): string => `type-${name.toLowerCase()}`;

/** Aliases of simple types are told in one table at the end and not linked: nearly every field has one. */
export const isExplained = (type: ModelType | Aspect): boolean => type.kind !== 'alias';

/** What fields hold that is neither text nor number: each record and each set of values, to be unfolded. */
export function typeSection(
  types: readonly (ModelType | Aspect)[],
  lookup: ReturnType<typeof createTypeLookup>,
  linkOf: LinkOfType,
  labelOf: (entity: string) => string,
): string {
  if (types.length === 0) return '';
  const parts = types.filter(isExplained).map((type) => {
    const name = 'record' in type ? type.record : type.name;
    const fields = type.kind === 'record' ? expandFields(type, lookup) : [];
    return blocks(
      `<details class="option" id="${typeAnchor(name)}">`,
      `<summary><code>${name}</code>${type.kind === 'enum' ? ` (${count(type.symbols.length, 'value')})` : ` (${count(fields.length, 'field')})`}</summary>`,
      sentence(type.description),
      type.kind === 'enum' ? values(type) : fieldTable(fields, linkOf, labelOf),
      '</details>',
    );
  });
  return blocks('## Types {#types}', 'Records and sets of values that fields of the aspects hold.', ...parts, aliasTable(types));
}

const values = ({ symbols, deprecatedSymbols }: EnumType): string =>
  `Values: ${symbols.map((symbol) => codeSpan(symbol) + (deprecatedSymbols.includes(symbol) ? ' (deprecated)' : '')).join(', ')}.`;

function aliasTable(types: readonly (ModelType | Aspect)[]): string | null {
  const aliases = types.filter((type): type is AliasType => type.kind === 'alias');
  if (aliases.length === 0) return null;
  return blocks(
    'Names for simpler types:',
    table(
      ['Name', 'Holds'],
      aliases.map(({ name, type }) => [codeSpan(name), name.endsWith('Urn') ? `a URN, as ${codeSpan(type)}` : codeSpan(type)]),
    ),
  );
}

const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;

import { getNamedType, isEnumType, isInputObjectType, isInterfaceType, isScalarType, isUnionType } from 'graphql';
import type { GraphQLNamedType, GraphQLType } from 'graphql';

import { codeSpan } from '../markdown/escape.ts';

/** The eight pages, by the last part of their route. */
export type PageName = 'queries' | 'mutations' | 'objects' | 'inputObjects' | 'interfaces' | 'unions' | 'enums' | 'scalars';

/** The page on which a type stands. */
export function pageOfType(type: GraphQLNamedType): PageName {
  if (isScalarType(type)) return 'scalars';
  if (isEnumType(type)) return 'enums';
  if (isUnionType(type)) return 'unions';
  if (isInterfaceType(type)) return 'interfaces';
  return isInputObjectType(type) ? 'inputObjects' : 'objects';
}

/** Id of an entry in its page. */
export const anchorOf = (name: string): string => name.toLowerCase();

/** A type as it is written in a schema (`[Dataset!]!`), as a link to its entry. @param from page that the link stands on */
export function typeLink(type: GraphQLType, from: PageName): string {
  const named = getNamedType(type);
  const page = pageOfType(named);
  return `[${codeSpan(String(type))}](${page === from ? '' : `${page}.md`}#${anchorOf(named.name)})`;
}

import { LineCounter, parseAllDocuments, visit } from 'yaml';
import type { Document } from 'yaml';

import { isRecipe } from './check-recipe.ts';
import type { RecipeCheck } from './check-recipe.ts';
import type { Finding } from './finding.ts';

/** Parses YAML (several documents too) and holds every recipe in it against its source. */
export function checkYaml(code: string, isPartial: boolean, checkRecipe: RecipeCheck): Finding[] {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const documents = parseAllDocuments(code, { lineCounter: counter, prettyErrors: false }) as Document[];
  return documents.flatMap((document) => {
    const errors = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: `is no valid YAML: ${error.message}` }));
    if (errors.length > 0) return errors;
    const findings: Finding[] = [];
    visit(document, {
      Map(_, node) {
        if (!isRecipe(node)) return undefined;
        const lineOf = (at: unknown): number => lineAt((at as { range?: [number] } | null)?.range?.[0] ?? node.range?.[0] ?? 0);
        findings.push(...checkRecipe(node, lineOf, isPartial));
        return visit.SKIP;
      },
    });
    return findings;
  });
}

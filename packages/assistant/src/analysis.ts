/** Words of questions and sections, read as the index reads them. */
import { createAnalyzer } from '@quire/search';

export const { forEachTerm, tokenize } = createAnalyzer();

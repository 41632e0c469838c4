/** A sample site with search. */
import { sampleSite } from '@quire/engine/model/testing/sample-site.ts';

import type { SearchSite } from '../result-item.ts';

export const sampleSearchSite: SearchSite = {
  ...sampleSite,
  search: { provider: 'embedded', applicationId: '', apiKey: '', indexName: 'sample', contextual: true },
};

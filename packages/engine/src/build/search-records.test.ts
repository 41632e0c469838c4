import { expect, test } from 'vitest';

import { pageGroup } from './search-records.ts';

test.each([
  ['/docs/quickstart', 'guides'],
  ['/docs/generated/ingestion/sources/kafka', 'sources'],
  ['/docs/generated/metamodel/entities/dataset', 'entities'],
  ['/docs/graphql/objects', 'graphql'],
  ['/docs/releases', 'releases'],
  ['/docs/managed-datahub/release-notes/v_0_2_8', 'releases'],
  ['/docs/releases-explained', 'guides'],
  ['/docs/api/graphql/overview', 'guides'],
])('%s belongs to the %s', (path, group) => expect(pageGroup(path, '/docs')).toBe(group));

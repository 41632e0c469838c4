/** What the dialog fetches, made up for its tests. */
import type { AssistantFile } from '../../protocol/assistant-file.ts';

export const sampleFile: AssistantFile = {
  promptTemplate: null,
  documents: {
    quickstart: ['/docs/quickstart', 'Quickstart'],
    'generated/ingestion/sources/kafka': ['/docs/generated/ingestion/sources/kafka', 'Kafka'],
  },
  otherPages: ['/', '/guild'],
};

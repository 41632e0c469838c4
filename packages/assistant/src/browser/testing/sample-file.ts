/** A fixture of the file that the dialog fetches. */
import type { AssistantFile } from '../../answer-settings.ts';

export const sampleFile: AssistantFile = {
  promptTemplate: null,
  documents: {
    quickstart: ['/docs/quickstart', 'Quickstart'],
    'generated/ingestion/sources/kafka': ['/docs/generated/ingestion/sources/kafka', 'Kafka'],
  },
  otherPages: ['/', '/guild'],
};

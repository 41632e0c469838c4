/** A fixture of the file that the dialog fetches. */
import { answerOptions, type AssistantFile } from '../../answer-settings.ts';
import { assistantSchema } from '../../config.ts';

export const sampleFile: AssistantFile = {
  promptTemplate: null,
  answers: answerOptions(assistantSchema.parse({})),
  documents: {
    quickstart: ['/docs/quickstart', 'Quickstart'],
    'generated/ingestion/sources/kafka': ['/docs/generated/ingestion/sources/kafka', 'Kafka'],
  },
  otherPages: ['/', '/guild'],
};

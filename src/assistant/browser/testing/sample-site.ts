/** A made-up site for the tests of the assistant in the browser. */
import type { AssistantFile } from '../../protocol/assistant-file.ts';
import type { DialogSite } from '../assistant-site.ts';

export const sampleSite: DialogSite = {
  baseUrl: '/base/',
  url: 'https://docs.example',
  title: 'DataHub',
  docs: {
    pluginId: 'default',
    versionPersistence: 'localStorage',
    version: { name: 'current', label: 'Next', path: '/docs', isLast: true },
  },
  links: { chat: 'https://chat.example/', repository: 'https://code.example/' },
  locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: '/' },
  assistant: {
    provider: 'server',
    projectKey: 'key',
    queryLogKey: 'log-key',
    iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
    model: 'gpt-4',
    temperature: 0.1,
    topP: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
    maxTokens: 500,
    sectionsMatchCount: 10,
    sectionsMatchThreshold: 0.5,
  },
};

export const sampleFile: AssistantFile = {
  promptTemplate: null,
  documents: {
    quickstart: ['/docs/quickstart', 'Quickstart'],
    'generated/ingestion/sources/kafka': ['/docs/generated/ingestion/sources/kafka', 'Kafka'],
  },
  otherPages: ['/', '/guild'],
};

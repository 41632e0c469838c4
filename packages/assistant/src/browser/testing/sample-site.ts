/** A sample site with the assistant. */
import { sampleSite } from '@quire/engine/model/testing/sample-site.ts';

import type { DialogSite } from '../assistant-site.ts';

export const sampleDialogSite: DialogSite = {
  ...sampleSite,
  assistant: {
    dialog: {
      name: 'Ask our AI',
      placeholder: 'Ask me anything about DataHub!',
      introduction: 'Ask in your own words.',
      questionsAboutPage: 'Questions about this page',
      commonQuestions: 'Common questions',
      disclaimer: 'This bot is experimental and may be wrong.',
      poweredBy: 'Sample documentation',
    },
    provider: 'server',
    projectKey: 'key',
    queryLogKey: 'log-key',
    pageRatings: null,
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

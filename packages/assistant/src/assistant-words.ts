/** The texts of the assistant that are not configurable. The English text is the key of its translation in a locale's `interface.yaml`. */
import { type Translate, createTranslate } from '@quire/engine/model/interface-words.ts';

/** Names in braces are placeholders. */
export const ASSISTANT_WORDS = [
  // The field and its buttons
  'Your question',
  'Ask',
  'Stop',
  'Close',
  'The question is too long: at most {count} characters are read. Shorten it, then ask again.',
  // The answer
  'Answers',
  'Fetching relevant pages...',
  'Answer generated from the following pages:',
  'This answer cites no pages.',
  'No page answers this question.',
  'The sources appear here with the answer.',
  'Sources',
  'Source {number}: {name}',
  'Code: {line}',
  'Table: {columns}',
  'Copy code',
  'Copied',
  'Copy answer',
  'The browser does not allow copying. Select the text and copy it.',
  'Ask again',
  'Start over',
  'Was this answer helpful?',
  'Thumbs up',
  'Thumbs down',
  'Yes',
  'No',
  'Thanks for your feedback!',
  'Also relevant:',
  'Continue with step {number}: {text}',
  'Continue with: {heading}',
  'Other tabs: {names}',
  'Not quoted here: {headings}',
  'The language model did not answer, so these are quotations from the documentation.',
  'The language model broke off here, so these are quotations from the documentation.',
  // After a refusal
  'Closest pages:',
  'Next steps',
  'Search for these words',
  'See every page that contains them.',
  'Ask the community',
  'People answer questions in the chat.',
  // The end of the dialog
  'To reach a person, ask in the {chat}.',
  'community chat',
  'Powered by',
  '(opens in a new tab)',
  'Assistant',
  // No answer, or not all of it
  'You stopped this answer.',
  'The answer could not be fetched. Check your network connection, then ask again.',
  'The connection broke off before the answer was complete. Ask again to get all of it.',
  'Too many questions came from here in a short time. Ask again {when}.',
  'The assistant is busy. Ask again {when}.',
  'The assistant is not working right now. Ask again {when}.',
  'The assistant does not accept the key of this site. The owner of the site has to fix that.',
  'The assistant could not process this question. Rephrase it and ask again.',
  'in a little while',
  'in {count} second',
  'in {count} seconds',
  'in {count} minutes',
  'in {count} hours',
] as const;

export type AssistantTranslate = Translate<(typeof ASSISTANT_WORDS)[number]>;

/** The texts in English. */
export const IN_ENGLISH: AssistantTranslate = createTranslate({});

/** What a chat model is asked with. */
export interface ModelFields {
  model: string;
  temperature: number;
  topP: number;
  frequencyPenalty: number;
  presencePenalty: number;
  /** Length of an answer, at most. */
  maxTokens: number;
}

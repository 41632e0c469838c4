import { createContext, useContext } from 'react';
import { type AssistantSay, IN_ENGLISH } from '#assistant-words.ts';

/** Translates the texts of the dialog into the language of the site. */
export const SayContext = createContext(IN_ENGLISH);

export const useSay = (): AssistantSay => useContext(SayContext);

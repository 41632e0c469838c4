import { createContext, useContext } from 'react';
import { type AssistantTranslate, IN_ENGLISH } from '#assistant-words.ts';

/** Translates the texts of the dialog into the language of the site. */
export const TranslateContext = createContext(IN_ENGLISH);

export const useTranslate = (): AssistantTranslate => useContext(TranslateContext);

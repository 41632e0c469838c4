/** The words of the search in the language of the site, for the components of the dialog. */
import { createContext, useContext } from 'react';
import { createSay, type Say } from '../results-html.ts';

export const SayContext = createContext<Say>(createSay());

export const useSay = (): Say => useContext(SayContext);

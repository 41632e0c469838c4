/**
 * Words that carry no meaning in a question. Left out of the index of text and code, kept in titles and headings,
 * so that a query of nothing but such words still finds "What is …". Negations and prepositions that name things
 * here (`off`, `up`, `down`, `without`) are kept out of this list.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anyone are as at be because been before being between both but by
  can cannot cant could did do does doesnt doing done dont during each either etc even for from further get gets getting
  had has have having he her here hers him his how i if im in into is isnt it its itself ive just know let like
  me more most much must my need of on once one only or other our ours out over own please same shall she should so some
  something such than that the their theirs them then there these they thing things this those through to too under until upon us
  use used uses using very want was way we were what whats when where which while who whom whose why will with would
  you your yours`.split(/\s+/),
);

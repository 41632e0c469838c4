/** Tells React that components are rendered in tests, so that it warns about updates outside `act`. */
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

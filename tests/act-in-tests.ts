/** Sets the flag by which React recognizes tests, so that it warns about updates outside of `act`. */
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

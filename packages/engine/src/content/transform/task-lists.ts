import type { Root } from 'hast';

import { visitElements } from './visit-elements.ts';

/** A box of a task list says what it shows: it stands beside its text and has no label that would name it. */
export function taskLists(tree: Root): void {
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? 'Done' : 'Not done';
    }
  });
}

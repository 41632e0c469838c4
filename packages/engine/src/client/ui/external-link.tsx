import type { ComponentProps } from 'react';

import { VisuallyHidden } from './visually-hidden.tsx';

/** A link to another site: opens beside this one, and says so to screen readers. */
export function ExternalLink({ children, className, ...rest }: ComponentProps<'a'>) {
  const classes = ['external', className].filter(Boolean).join(' ');
  return (
    <a target="_blank" rel="noopener" className={classes} {...rest}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

import type { ComponentProps, ReactNode } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** How much weight it has: one primary action in a view, any number of the others. */
  look?: 'primary' | 'secondary' | 'quiet';
}

/** A push button. It never submits a form by accident: `type` is `button` unless told. */
export function Button({ look = 'secondary', className, type = 'button', ...rest }: ButtonProps) {
  const classes = ['button', `button-${look}`, className].filter(Boolean).join(' ');
  return <button type={type} className={classes} {...rest} />;
}

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

/** Keys to press, e.g. `Ctrl K`. They are hidden from screen readers, so the control around them needs a name of its own. */
export function Kbd({ children }: { children: string }) {
  return <kbd aria-hidden="true">{children}</kbd>;
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

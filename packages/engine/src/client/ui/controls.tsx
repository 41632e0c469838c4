import type { ComponentProps, ReactNode } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Visual weight. A view has at most one primary action. */
  variant?: 'primary' | 'secondary' | 'quiet';
}

/** A push button. Its default `type` is `button`, so that it does not submit a form by accident. */
export function Button({ variant = 'secondary', className, type = 'button', ...rest }: ButtonProps) {
  const classes = ['button', `button-${variant}`, className].filter(Boolean).join(' ');
  return <button type={type} className={classes} {...rest} />;
}

interface ExternalLinkProps extends ComponentProps<'a'> {
  /** Text that screen readers announce after the visible text. */
  note?: string;
}

/** A link to another site. It opens in a new tab and announces this to screen readers. */
export function ExternalLink({ children, className, note = '(opens in a new tab)', ...rest }: ExternalLinkProps) {
  const classes = ['external', className].filter(Boolean).join(' ');
  return (
    <a target="_blank" rel="noopener" className={classes} {...rest}>
      {children}
      <VisuallyHidden> {note}</VisuallyHidden>
    </a>
  );
}

/** Keys to press, such as `Ctrl K`. They are hidden from screen readers, so the control around them needs an accessible name. */
export function Kbd({ children }: { children: string }) {
  return <kbd aria-hidden="true">{children}</kbd>;
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
